import { Code } from '../../ui/index.ts'
import { emphasized } from './emphasis.ts'

/** An audit event, with what impersonation adds to it set off by weight. */
export function AuditEvent({ text }: { readonly text: string }) {
  return (
    <Code text={text} label="Audit event" copy>
      {emphasized(text).map(({ text: lines, strong }, at) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the stretches are replaced as a whole and hold no state
        strong ? <strong key={at}>{lines}</strong> : lines,
      )}
    </Code>
  )
}
