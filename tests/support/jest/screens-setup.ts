import { configure } from '@testing-library/react';

// Only ends what hangs: how long a screen takes says nothing on a busy machine.
configure({ asyncUtilTimeout: 60_000 });
