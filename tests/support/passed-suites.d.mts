export type Suite = {
  /** Files and folders of tests. */
  tests: string[];
  /** Files and folders that they read or run beside the modules that they import. */
  reads: string[];
};

export declare const SUITES: Record<string, Suite & { title: string }>;
export declare function testsOf(suite: Suite): string[];
export declare function sourcesOf(suite: Suite): string[];
export declare function stampOf(suite: Suite): string;
