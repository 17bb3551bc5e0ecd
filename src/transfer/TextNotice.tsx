import { Notice } from '../ui/Notice.tsx';
import type { NoticeText } from './noticeText.ts';

export function TextNotice({ text: { tone, title, lines } }: { readonly text: NoticeText }) {
  return (
    <Notice tone={tone} title={title}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Notice>
  );
}
