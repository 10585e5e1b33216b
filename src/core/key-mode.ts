/** Of an API key: test and live keys see separate data. */
export type KeyMode = 'test' | 'live';
