import { describe, expect, it } from 'vitest';
import { OTHER_ACCOUNT, routeFor, routesOf } from '../../../tools/lab/web/fixtures.ts';
import type { Form } from '../model/form.ts';
import { emptyDraft, resolveForm } from '../model/form.ts';
import { nameKey } from '../model/readRecipient.ts';
import { entryShown } from './RecipientField.tsx';

const bob = { address: OTHER_ACCOUNT, name: 'Bob', note: '' };
const form = resolveForm(emptyDraft, routesOf(routeFor('USDC')));
const shown = (recipientText: string, learned: Form['learned'] = form.learned) =>
  entryShown({ ...form, recipientText, learned }, [bob]);

describe('entryShown', () => {
  it('offers every contact while nothing is typed, and the matching ones for a fragment of a name', () => {
    expect(shown(' ')).toEqual({ kind: 'people', isEmpty: true, contacts: [bob] });
    expect(shown('bo')).toEqual({ kind: 'people', isEmpty: false, contacts: [bob] });
  });

  it('shows the recipient for an address, even in the middle of the contacts', () => {
    expect(shown(OTHER_ACCOUNT)).toEqual({ kind: 'recipient', address: OTHER_ACCOUNT });
  });

  it('waits for the answer to a name, and shows why there is no address', () => {
    const key = nameKey({ ...form, recipientText: 'bob.eth' });
    expect(shown('bob.eth')).toEqual({ kind: 'pending' });
    expect(shown('bob.eth', { name: { key, value: { kind: 'differs' } }, blocked: null })).toEqual({
      ...{ kind: 'problem', problem: 'nameDiffers' },
    });
  });

  it('shows the problem of a text that no contact matches', () => {
    expect(shown('0x12')).toEqual({ kind: 'problem', problem: 'notAnAddress' });
  });
});
