// Verifies a proof file without a network: npm run verify-proof -- proof.json
import { englishWords } from './proof/englishWords.ts';
import { verifyProofCommand } from './proof/verifyProofCommand.ts';

const end = await verifyProofCommand(process.argv.slice(2), englishWords());
if (end.code === 2) console.error(end.problem);
else console.log(end.output);
process.exitCode = end.code;
