import type { FormDraft } from '../../../domain/form.ts';
import type { LeftForm } from '../../../store/formMemory.ts';
import { formUrl, readFormUrl } from './formUrl.ts';

/**
 * The draft of a form that opens: that of the link, or the one that the person left in this page. A link that the left form
 * wrote means that form, with the entries that a link does not keep and the keys typed just before leaving.
 */
export function firstDraft(search: string, left: LeftForm | null): FormDraft {
  const linked = readFormUrl(search);
  return left && ['/', left.url, formUrl(left.draft)].includes(formUrl(linked)) ? left.draft : linked;
}
