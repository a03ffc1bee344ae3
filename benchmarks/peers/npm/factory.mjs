// CourtHive's tods-competition-factory: seeds, byes, and avoidance of one country in the first rounds.

import { tournamentEngine } from 'tods-competition-factory';
import { answer } from './fields.mjs';

const avoidance = {
  policyName: 'country',
  policyAttributes: [{ key: 'person.nationalityCode' }],
};

function must(result) {
  if (result?.error) throw new Error(JSON.stringify(result.error));
  return result;
}

function participant(region, k) {
  return {
    participantId: String(k + 1),
    participantType: 'INDIVIDUAL',
    participantRole: 'COMPETITOR',
    participantName: `Entrant ${k + 1}`,
    person: {
      personId: `person ${k + 1}`,
      standardGivenName: 'Entrant',
      standardFamilyName: String(k + 1),
      nationalityCode: region,
    },
  };
}

async function draw({ size, seeds, regions }) {
  const participants = regions.map(participant);
  const participantIds = participants.map((p) => p.participantId);
  const seededParticipants = participantIds.slice(0, seeds).map((participantId, k) => ({
    participantId, seedNumber: k + 1, seedValue: k + 1,
  }));
  must(tournamentEngine.setState({ tournamentId: 'benchmark', participants, events: [] }));
  const event = { eventId: 'event', eventName: 'event', eventType: 'SINGLES' };
  must(tournamentEngine.addEvent({ event }));
  must(tournamentEngine.addEventEntries({ eventId: 'event', participantIds }));
  const { drawDefinition } = must(tournamentEngine.generateDrawDefinition({
    eventId: 'event', drawSize: size, seedsCount: seeds, seededParticipants, automated: true,
    policyDefinitions: { avoidance },
  }));
  return () => drawDefinition.structures[0].positionAssignments
    .toSorted((a, b) => a.drawPosition - b.drawPosition)
    .map(({ participantId }) => Number(participantId ?? 0));
}

await answer(draw);
