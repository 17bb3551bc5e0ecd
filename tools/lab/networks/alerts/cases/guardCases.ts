import type { World } from '../../tryDeployment.ts';
import type { AlertCase } from '../alertCase.ts';
import { must } from '../alertCase.ts';
import { makeDeposit } from '../chainActions.ts';
import { changeFile, restoreFile } from '../machineActions.ts';
import { SCREENING_LIST } from '../switchGuardsOn.ts';

const ROLLUP = { '<name>': "'Lab Rollup'" };
const toEthereum = ({ networks: { ethereum, rollup } }: World) => ({ from: rollup, to: ethereum });

const SCREENING = 'To repair the screening';

const screeningSilent: AlertCase = {
  trials: [
    {
      alert: 'CausewayTransferStuck',
      labels: { waits_for: 'screening' },
      cause: 'the screening list is missing while a payment is due',
      commands: [
        {
          text: 'journalctl -u causeway-worker -o cat | grep "screening unavailable"',
          section: SCREENING,
          shows: /screening.txt cannot be read/,
        },
      ],
    },
  ],
  begin: async (world) => {
    await must(world, `mv ${SCREENING_LIST} ${SCREENING_LIST}.old`);
    await makeDeposit(toEthereum(world));
    return {};
  },
  end: async (world) => {
    await must(world, `mv ${SCREENING_LIST}.old ${SCREENING_LIST}`);
  },
};

// A deposit of 0.05 ETH is worth 150 USD.
const CAP = '170';

const nearCap: AlertCase = {
  trials: [
    {
      alert: 'CausewayCapNear',
      labels: { chain: 'Lab Rollup' },
      cause: 'a payment of 150 for a deposit that is not yet final, with an exposureCap of 170',
      commands: [{ text: 'causeway list --chain <name>', fill: ROLLUP, shows: /./ }],
    },
    {
      alert: 'CausewayPayoutsSlow',
      cause: 'a transfer that takes longer than half a minute',
      commands: [{ text: 'causeway list', shows: /./ }],
    },
  ],
  begin: async (world) => {
    await changeFile(world, ['worker'], ({ chains }) => {
      const rollup = chains.find(({ id }) => id === world.networks.rollup.id);
      if (!rollup) throw new Error('the configuration lacks the rollup');
      Object.assign(rollup, { exposureCap: CAP });
    });
    await makeDeposit(toEthereum(world));
    return {};
  },
  end: (world) => restoreFile(world, ['worker']),
};

export const GUARD_CASES: readonly AlertCase[] = [nearCap, screeningSilent];
