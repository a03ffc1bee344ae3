"""The command line: a thin door over ``app``. Data on stdout, talk and progress on stderr."""
