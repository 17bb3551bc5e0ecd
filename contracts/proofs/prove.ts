// Proves SpendingLimitsProof.sol and PaidOnceProof.sol with solc's SMTChecker. The checker cannot read everything in the
// contracts, so the proven sources have the edits of edits.ts.
import { limits, limitsClaim, vault, vaultClaim } from './claims.ts';
import type { Claim } from './modelChecker.ts';
import { checkModel } from './modelChecker.ts';

const RECORD = 'if (id == _id) _isPaid = true;';

const proven = [
  prove('What leaves in a window is at most the cap', limitsClaim(limits)),
  prove('An id is paid at most once', vaultClaim(vault)),
];
// The checker must notice a contract that is wrong, or a proof means nothing.
const refuted = [
  refute(
    'without the previous slot',
    limitsClaim(limits.replace('previous + current + amount >', 'current + amount >')),
  ),
  refute('without the check of the id', vaultClaim(vault.replace('return id == _id && _isPaid;', 'return false;'))),
  refute('without the record of the id', vaultClaim(vault.replace(RECORD, ''))),
  refute(
    'with the record after the transfer',
    vaultClaim(vault.replace(RECORD, '').replace('emit Paid(', `${RECORD} emit Paid(`)),
  ),
];
const count = (results: readonly boolean[]) => `${results.filter(Boolean).length} of ${results.length}`;
console.log(`${count(proven)} sentences proven, ${count(refuted)} counterproofs fail as they must`);
process.exitCode = [...proven, ...refuted].every(Boolean) ? 0 : 1;

function prove(sentence: string, claim: Claim): boolean {
  const { safe, open } = checkModel(claim);
  console.log(`- ${sentence}: ${safe} assertions proven, ${open.length} open`);
  for (const message of open) console.error(message);
  return safe > 0 && open.length === 0;
}

function refute(mistake: string, claim: Claim): boolean {
  const { length } = checkModel(claim).open;
  console.log(`- Counterproof, ${mistake}: ${length} assertions fail${length > 0 ? ', as they must' : ''}`);
  return length > 0;
}
