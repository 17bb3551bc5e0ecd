// Verifies a proof file: npm run verify-proof -- proof.json
import { createTexts } from '../src/i18n/texts.ts';
import { verifyProofCommand } from './proof/verifyProofCommand.ts';
import { compileTexts, readTexts } from './vite/texts.ts';

const { form, app, desk } = await readTexts('en');
const texts = createTexts<'desk'>(compileTexts({ ...form, ...app, ...desk }), { language: 'en', locale: 'en' });
const end = await verifyProofCommand(process.argv.slice(2), texts);
if (end.code === 2) console.error(end.problem);
else console.log(end.output);
process.exitCode = end.code;
