import type { ChainClient } from '../chain/chainClient.ts';
import type { Database } from '../db/database.ts';
import type { Catalog } from '../domain/catalog.ts';

/** What was typed cannot be understood. The message says what is wrong and what to type instead. */
export class BadInput extends Error {
  readonly code = 'BAD_INPUT';
}

/** What was asked for must not be done now. The message says why; nothing was changed. */
export class Refused extends Error {
  readonly code = 'REFUSED';
}

/** Who acts, and why: kept with every change. */
export type Author = { readonly who: string; readonly why: string };

/** What commands work with. None of it can sign. */
export type CommandContext = {
  readonly catalog: Catalog;
  readonly database: Database;
  /** By chain id. */
  readonly clients: ReadonlyMap<number, ChainClient>;
};

/** What a command says: to machines and to people. */
export type Answer = { readonly json: unknown; readonly lines: readonly string[] };

/** What was typed after the command's name. An option that was not given is undefined. */
export type CommandInput = {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | undefined>>;
  /** Who acts; of commands that change something only. */
  readonly author: Author;
};

export type CommandOption = { readonly value: string; readonly help: string };

export type Command = {
  readonly name: string;
  /** What follows the name, one line for each form. */
  readonly forms: readonly string[];
  readonly summary: string;
  /** What a person should know before using it. */
  readonly explanation: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** Whether it changes something, and therefore needs to be told why. */
  readonly changes: boolean;
  /**
   * Reads what was typed before anything is opened.
   * @throws BadInput
   */
  read(input: CommandInput): (context: CommandContext) => Promise<Answer>;
};
