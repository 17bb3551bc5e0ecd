export type TraceSampler = {
  readonly kind: 'always_on' | 'always_off' | 'traceidratio';
  /** The share of traces that `traceidratio` keeps, from 0 to 1. */
  readonly ratio: number;
  /** Whether the decision of a trusted caller counts. */
  readonly isParentBased: boolean;
};

/** Where traces go, and which. */
export type TraceConfig = {
  /** Of the OTLP/HTTP receiver, with its path. It can contain a key. */
  readonly url: string;
  /** They can contain keys. */
  readonly headers: Readonly<Record<string, string>>;
  /** For the answer to a batch. */
  readonly timeoutMs: number;
  /** How long a batch waits for more spans. */
  readonly delayMs: number;
  readonly serviceName: string;
  /** Further attributes of this process. */
  readonly resource: Readonly<Record<string, string>>;
  readonly sampler: TraceSampler;
};
