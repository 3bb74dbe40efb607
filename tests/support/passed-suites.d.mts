export type Suite = {
  /** Files and folders of tests. */
  tests: string[];
  /** Files and folders that they read or run beside the modules that they import. */
  reads: string[];
  /** The step of `npm test` that runs them; Jest unless another is named. */
  step?: string;
};

export declare const SUITES: Record<string, Suite & { title: string }>;
export declare function testsOf(suite: Suite): string[];
export declare function sharedReader(): (file: string) => Buffer;
export declare function sourcesOf(suite: Suite, read?: (file: string) => Buffer): string[];
export declare function stampOf(suite: Suite, read?: (file: string) => Buffer): string;
