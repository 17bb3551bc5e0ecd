import * as v from 'valibot';

/** The JSON file that Activity exports: the listed transfers and the address book. */
export const FILE_FORMAT = 'causeway-transfers';
export const FILE_VERSION = 1;
const MAX_BYTES = 5_000_000;

const fileWire = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ format: v.literal(FILE_FORMAT), version: v.number(), contacts: v.array(v.unknown()) }),
);

export type ContactsFileProblem = 'tooLarge' | 'notReadable' | 'newerVersion' | 'noContacts';

export type ContactsFile =
  | { readonly ok: true; readonly contacts: readonly unknown[] }
  | { readonly ok: false; readonly problem: ContactsFileProblem };

const refuse = (problem: ContactsFileProblem): ContactsFile => ({ ok: false, problem });

/** Reads the contacts of an exported file. Each one is validated when the person adds it. */
export async function readContactsFile(file: Pick<File, 'size' | 'text'>): Promise<ContactsFile> {
  if (file.size > MAX_BYTES) return refuse('tooLarge');
  const read = v.safeParse(fileWire, await file.text());
  if (!read.success) return refuse('notReadable');
  const { version, contacts } = read.output;
  if (version > FILE_VERSION) return refuse('newerVersion');
  return contacts.length === 0 ? refuse('noContacts') : { ok: true, contacts };
}
