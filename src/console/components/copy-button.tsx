import { Check, Copy } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { text } from '../text/en.js';
import { Button } from './button.js';

/** Copies a text and says so. */
export function CopyButton({
  content,
  label,
}: {
  readonly content: string;
  readonly label?: string;
}) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(content);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  };
  const Icon = copied ? Check : Copy;
  return (
    <>
      <Button onClick={() => void copy()}>
        <Icon size={18} aria-hidden="true" />
        {copied ? text.common.copied : (label ?? text.common.copy)}
      </Button>
      {/* Inside the button it would take its name away. */}
      <span class="hidden-text" role="status">
        {copied ? text.common.copied : ''}
      </span>
    </>
  );
}
