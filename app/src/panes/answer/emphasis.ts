/** Neighbouring lines of a text that are set alike. */
export interface AuditStretch {
  readonly text: string
  /** Impersonation adds these lines to an audit event. */
  readonly strong: boolean
}

const FIELD = /^( *)(impersonatedUser|impersonationConstraint):/

/**
 * Separates the lines that impersonation adds to an audit event: the constraint, and the impersonated user with all
 * fields below. Joined, the stretches are the text.
 */
export function emphasized(auditEvent: string): readonly AuditStretch[] {
  const stretches: { text: string; strong: boolean }[] = []
  let under = -1
  for (const line of auditEvent.split(/(?<=\n)/)) {
    const indent = line.search(/[^ ]/)
    const field = FIELD.exec(line)
    if (field !== null) under = under === -1 ? indent : Math.min(under, indent)
    else if (indent <= under) under = -1
    const strong = under !== -1
    const last = stretches.at(-1)
    if (last !== undefined && last.strong === strong) last.text += line
    else stretches.push({ text: line, strong })
  }
  return stretches
}
