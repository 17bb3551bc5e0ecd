import type { ChainClient } from '../chain/chainClient.ts';
import type { Database } from '../db/database.ts';
import type { Catalog } from '../domain/catalog.ts';

/** The command line is malformed. The message names the wrong part and the form to type instead. */
export class UsageError extends Error {
  readonly code = 'BAD_INPUT';
}

/** The command is well-formed but must not run now. The message says why; nothing was changed. */
export class CommandRefused extends Error {
  readonly code = 'REFUSED';
}

/** Recorded with every change. */
export type Author = { readonly who: string; readonly why: string };

/** No member can sign. */
export type CommandContext = {
  readonly catalog: Catalog;
  readonly database: Database;
  /** By chain id. */
  readonly clients: ReadonlyMap<number, ChainClient>;
};

export type CommandOutput = {
  /** For `--json`. */
  readonly json: unknown;
  /** For a terminal. */
  readonly lines: readonly string[];
  /** Nothing was changed: the command waits for a second operator. */
  readonly isPending?: true;
  /** Printed in place of both, piece by piece: a result that may not fit into memory. */
  readonly stream?: (isJson: boolean) => AsyncIterable<string>;
  /** Some of the changes were refused or failed, or the command found a fault. It prints as usual, and the exit code is 1. */
  readonly isFailed?: boolean;
};

/** The command line after the command's name. An option that was not given is undefined. */
export type CommandInput = {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | undefined>>;
  /** Empty strings for a command that changes nothing. */
  readonly author: Author;
};

export type CommandOption = { readonly value: string; readonly help: string };

export type RunCommand = (context: CommandContext) => Promise<CommandOutput>;

export type Command = {
  readonly name: string;
  /** The arguments after the name, one entry for each form. */
  readonly usages: readonly string[];
  readonly summary: string;
  /** Effects and limits that the operator must know before running it; may be empty. */
  readonly details: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** True for a command that changes something: it requires `--why` and is recorded. */
  readonly isChange: boolean;
  /**
   * Parses the arguments before any connection is opened.
   * @throws UsageError
   */
  parse(input: CommandInput): RunCommand;
};
