import { MOST_DIFFERENT, testStates } from './support/accessible.js';

testStates(MOST_DIFFERENT);
