import { readFileSync } from 'node:fs';
import { createInstallationDocument } from '../../service/boot/installationDocument.ts';
import { renderSettings } from './renderSettings.ts';

const PAGE = new URL('../../docs/configuration.md', import.meta.url);
const SCHEMA = new URL('../../docs/examples/installation.schema.json', import.meta.url);
const PLACE = /(?<=<!-- settings -->\n).*?(?=<!-- end -->)/s;

/** The files that describe every setting, written from the schema. */
export function createSettingsFiles(): readonly { readonly file: URL; readonly text: string }[] {
  const document = createInstallationDocument();
  const page = readFileSync(PAGE, 'utf8');
  if (!PLACE.test(page)) throw new Error('docs/configuration.md has no place for the settings');
  return [
    { file: SCHEMA, text: `${JSON.stringify(document, null, 2)}\n` },
    { file: PAGE, text: page.replace(PLACE, () => `\n${renderSettings(document)}\n\n`) },
  ];
}
