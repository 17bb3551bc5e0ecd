import { QueryClient } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { createClient } from '#client/createClient.ts';
import { ServiceUnreachable } from '#client/serviceErrors.ts';
import { MalformedAnswer } from '#shared/wire/envelope.ts';
import type { BuildScenario } from '../../../tools/lab/web/buildScenario.ts';
import { buildScenario } from '../../../tools/lab/web/buildScenario.ts';
import { routesOf } from '../../../tools/lab/web/fixtures.ts';
import type { Json, Mutation } from '../../../tools/lab/web/mutations.ts';
import { applyMutations } from '../../../tools/lab/web/mutations.ts';
import { textsIn } from '../../../tools/lab/web/textsIn.ts';
import type { VerifiedBuild } from '../../transfer/model/verifyBuild.ts';
import { amountTexts } from '../AmountSides.tsx';
import { RefusalNotice } from '../FormNotices.tsx';
import { emptyDraft, resolveForm } from '../model/form.ts';
import type { Readiness } from '../model/readiness.ts';
import { readinessOf } from '../model/readiness.ts';
import { fetchOutcome } from './fetchOutcome.ts';
import { MismatchReport } from './MismatchReport.tsx';

const texts = await textsIn('app', 'en');

/**
 * What the form offers after this answer from the service: the quote is requested, read and verified as in the page.
 */
async function readinessAfter({ intent, route }: BuildScenario, answer: Json): Promise<Readiness> {
  const fetchFn = async () => new Response(JSON.stringify(answer), { status: 200 });
  const service = createClient('https://bridge.example/api/v1', { fetchFn });
  const context = { service, client: new QueryClient(), signal: new AbortController().signal };
  const outcome = await fetchOutcome(context, { intent, route }).catch((error: unknown) => {
    if (error instanceof MalformedAnswer || error instanceof ServiceUnreachable)
      return { kind: 'unreachable' } as const;
    throw error;
  });
  return readinessOf({
    ...{ closure: null, isConnected: true, isBlocked: false, amountText: intent.amountText, amountProblem: null },
    ...{ recipientProblem: null, outcome, balance: null },
  });
}

/** The notice below a form that offers no review. */
function noticeOf(readiness: Readiness): string {
  switch (readiness.kind) {
    case 'refused':
      return renderToStaticMarkup(<RefusalNotice refusal={readiness} tokenName="USDC" />);
    case 'mismatch':
      return renderToStaticMarkup(
        <MismatchReport mismatches={readiness.mismatches} serviceUrl="https://bridge.example" />,
      );
    case 'unreachable':
      return texts.t('noQuoteText');
    default:
      throw new Error(`${readiness.kind} has no notice`);
  }
}

const lettersOf = (markup: string) => markup.replaceAll(/<[^>]*>/g, '').replaceAll(/[^a-z]/gi, '');

function faultsOfNotice(readiness: Readiness): readonly string[] {
  const notice = noticeOf(readiness);
  const isNothingSent = readiness.kind === 'refused' || notice.includes('Nothing was sent');
  return [
    ...(lettersOf(notice).length < 20 ? ['refused without a reason'] : []),
    ...(isNothingSent ? [] : ['does not say that nothing was sent']),
    ...(/<(?:img|b|script)\b/.test(notice) ? ['HTML of the service'] : []),
    ...(notice.length > 10_000 ? ['floods the page'] : []),
  ];
}

/**
 * The service sets the fees, so an answer with other fees can be true. Every other amount must match the honest answer.
 */
function faultsOfSums({ route }: BuildScenario, build: VerifiedBuild, honest: VerifiedBuild): readonly string[] {
  const form = resolveForm({ ...emptyDraft, amountText: '100', tokenName: route.pair.tokenName }, routesOf(route));
  const [shown, wanted] = [amountTexts(form, build, texts), amountTexts(form, honest, texts)];
  return [
    ...(shown.receive === wanted.receive ? [] : [`shows ${shown.receive}, not ${wanted.receive}`]),
    ...(build.send === honest.send ? [] : [`sends ${build.send}, not ${honest.send}`]),
  ];
}

async function judge(given: BuildScenario, mutation: Mutation, honest: VerifiedBuild) {
  const readiness = await readinessAfter(given, applyMutations(given.answer, [mutation]));
  if (readiness.kind !== 'ready') return { kind: readiness.kind, faults: faultsOfNotice(readiness) };
  const faults = /fee/.test(mutation.name) ? [] : faultsOfSums(given, readiness.build, honest);
  return { kind: readiness.kind, faults };
}

describe.each([
  ['an ERC-20 token', buildScenario('USDC', false)],
  ['the native token', buildScenario('ETH', false)],
])('a quote for %s', (_token, given) => {
  it('with any one field changed is refused with a reason, or shows the requested amounts', {
    timeout: 120_000,
  }, async () => {
    const honest = await readinessAfter(given, given.answer);
    if (honest.kind !== 'ready') throw new Error('the honest build was refused');
    const counts: Partial<Record<Readiness['kind'], number>> = {};
    const faults: string[] = [];
    for (const mutation of given.mutations) {
      const { kind, faults: found } = await judge(given, mutation, honest.build);
      counts[kind] = (counts[kind] ?? 0) + 1;
      faults.push(...found.map((fault) => `${mutation.name}: ${fault}`));
    }
    expect(faults).toEqual([]);
    expect(counts.refused).toBeGreaterThanOrEqual(8);
    expect(counts.mismatch).toBeGreaterThanOrEqual(100);
    expect(counts.unreachable).toBeGreaterThanOrEqual(100);
  });
});
