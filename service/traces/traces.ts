/** Values of a span. They name chains, methods, statements and transfers: never an address, an amount, a URL or a parameter. */
export type Attributes = Readonly<Record<string, string | number | readonly string[]>>;

export type SpanStart = {
  /** It groups spans, so it has few different values. */
  readonly name: string;
  /** Default: work inside this process. */
  readonly kind?: 'client' | 'server';
  readonly attributes?: Attributes;
  /** Names a failure of the work, with few different values. By default the error's code, or its class. */
  readonly classify?: (error: unknown) => string;
};

export type Span = {
  set(attributes: Attributes): void;
  /** Marks the span as failed. Work that throws does so by itself. @param classify see `SpanStart` */
  fail(error: unknown, classify?: (error: unknown) => string): void;
};

/** A span that its owner ends. */
export type OpenSpan = Span & {
  /** Runs work inside the span. */
  run<T>(work: () => T): T;
  end(): void;
};

/** The stages of a transfer, in their order. */
export type TransferStage = 'seen' | 'decided' | 'signed' | 'sent' | 'settled';

export type TracedTransfer = {
  /** 0x and 64 hex digits. */
  readonly id: string;
  /** The transaction of the deposit, where the worker knows it at this stage. */
  readonly depositHash?: string;
};

/** What a turn did: `done` keeps its spans, `tried` keeps them once a minute. */
export type TurnNote = 'tried' | 'done';

/** Runs one turn of a worker. Its spans are kept only if the turn fails, or if a note says that it did something. */
export type RunTurn = <T>(work: (turn: Span) => Promise<T>) => Promise<T>;

/** Records what this process does, for a collector of traces. Nothing here throws, waits for the collector or changes a result. */
export type Traces = {
  /** Runs work in a span below the running one. Where none runs, it only runs the work. */
  within<T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T>;
  /** @param headers of a caller whose trace context counts; null starts a new trace */
  request(start: SpanStart, headers: Readonly<Record<string, string | string[] | undefined>> | null): OpenSpan;
  turn(start: SpanStart): RunTurn;
  /** Adds an event to the running turn. */
  noteStep(step: { readonly name: string; readonly attributes: Attributes; readonly note: TurnNote }): void;
  /** Records that transfers have reached a stage in the running turn: a span in the trace of each transfer. */
  noteStage(stage: TransferStage, transfers: readonly TracedTransfer[], attributes: Attributes): void;
  /** Adds values to the running span. */
  annotate(attributes: Attributes): void;
  /** The headers that continue the running span in another program. */
  headers(): Readonly<Record<string, string>>;
  /** The fields of a log line in the running span. */
  logFields(): Readonly<Record<string, string>>;
  /** Sends what is left, for at most two seconds. */
  stop(): Promise<void>;
};
