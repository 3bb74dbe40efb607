import pg from 'pg';

const DATE = 1082;
const BIGINT = 20;

// A DATE is a calendar date, not an instant; positions stay far below 2^53.
pg.types.setTypeParser(DATE, (text) => text);
pg.types.setTypeParser(BIGINT, Number);
