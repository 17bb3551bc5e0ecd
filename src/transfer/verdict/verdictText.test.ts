import { describe, expect, it } from 'vitest';
import type { Language } from '#shared/languages.ts';
import { LANGUAGES } from '#shared/languages.ts';
import { everyFact } from '../../../tools/lab/web/everyFact.ts';
import { textsIn } from '../../../tools/lab/web/textsIn.ts';
import type { TransferVerdict } from './verdict.ts';
import { aboutVerdict } from './verdictKinds.ts';
import { verdictOf } from './verdictOf.ts';
import { verdictText } from './verdictText.ts';

const PLACES = { origin: 'Northshore', destination: 'Southshore' };
const languages = Object.keys(LANGUAGES) as Language[];

/** Each verdict once, with everything that it can contain. */
const verdicts = new Map<string, TransferVerdict>();
for (const facts of everyFact()) {
  const verdict = verdictOf(facts);
  const cause = 'cause' in verdict ? `${verdict.cause.reason} ${verdict.cause.message}` : '';
  const gap = 'gap' in verdict ? verdict.gap?.code : '';
  verdicts.set(`${verdict.kind} ${'step' in verdict ? verdict.step : ''} ${cause} ${gap}`, verdict);
}

describe.each(languages)('the texts of every verdict in %s', (language) => {
  it('are complete: a headline, what happened, and what to do', async () => {
    const texts = await textsIn('app', language, LANGUAGES[language].locale);
    for (const [name, verdict] of verdicts) {
      const { title, lines, todo } = verdictText(verdict, PLACES, texts);
      for (const text of [title, ...lines, todo]) expect(text.trim(), name).not.toBe('');
      expect(lines.length, name).toBeGreaterThan(0);
      expect(new Set(lines).size, name).toBe(lines.length);
      expect(`${title}${lines.join('')}${todo}`, name).not.toMatch(/[{}]|undefined|null/);
    }
  });

  it('have headlines that no other verdict of another status shares', async () => {
    const texts = await textsIn('app', language, LANGUAGES[language].locale);
    const byTitle = new Map<string, Set<string>>();
    for (const verdict of verdicts.values()) {
      const { title } = verdictText(verdict, PLACES, texts);
      byTitle.set(title, (byTitle.get(title) ?? new Set()).add(aboutVerdict(verdict).status));
    }
    for (const [title, found] of byTitle) expect([...found], title).toHaveLength(1);
  });
});

describe('a verdict', () => {
  it("never contains another verdict's headline in its text", async () => {
    const texts = await textsIn('app', 'en');
    const titles = [...new Set([...verdicts.values()].map((one) => verdictText(one, PLACES, texts).title))];
    for (const [name, verdict] of verdicts) {
      const { title, lines } = verdictText(verdict, PLACES, texts);
      for (const other of titles.filter((one) => one !== title)) expect(lines, name).not.toContain(`${other}.`);
    }
  });

  it('says why a held transfer is held, and never that it is on its way', async () => {
    const report = { step: 'held', reason: 'operator_review', message: 'cannot be paid out' } as const;
    const verdict = verdictOf({
      deposit: { kind: 'mined' },
      service: { kind: 'inProgress', report, confirmations: null, hasNewStep: false },
      payout: { kind: 'none' },
      refund: { kind: 'none' },
      timing: null,
    });
    expect(verdictText(verdict, PLACES, await textsIn('app', 'en'))).toEqual({
      tone: 'warning',
      title: 'On hold',
      lines: [
        'The bridge has the deposit. Its operator decides the next step.',
        'The operator is reviewing the transfer.',
      ],
      todo: 'If this takes too long, contact the bridge’s operator with the deposit hash.',
    });
  });
});
