import fc from 'fast-check';

// What is drawn by chance comes again the same.
if (process.env.TEST_SEED) fc.configureGlobal({ seed: Number(process.env.TEST_SEED) });
