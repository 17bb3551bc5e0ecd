import type { FormDraft } from '../domain/form.ts';

/** The form that the person left for another page of the app. It lives as long as the page. */
export type FormMemory = {
  readonly read: () => FormDraft | null;
  readonly keep: (draft: FormDraft) => void;
};

export function createFormMemory(): FormMemory {
  let kept: FormDraft | null = null;
  return {
    read: () => kept,
    keep: (draft) => {
      kept = draft;
    },
  };
}
