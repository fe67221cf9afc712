import type { VectorCheck } from '@authz-playground/engine/internal/vectors'

/** The lines of kube-apiserver's log, as JSON at level 5, about one request. */
export interface Logged {
  /** The checks of the constrained filter, in order. The older filter logs none. */
  readonly checks: readonly VectorCheck[]
  /** The denials of the RBAC authorizer, in its words, in order. */
  readonly notAuthorized: readonly string[]
}

const NO_RULES = 'RBAC: no rules authorize user '

/**
 * Reads the lines about a request: checks of the requestor, and denials of users whose names, quoted as Go does,
 * `isAbout` accepts. Other lines are left out.
 */
export function readLog(lines: readonly string[], requestor: string, isAbout: (quoted: string) => boolean): Logged {
  const checks: VectorCheck[] = []
  const notAuthorized: string[] = []
  for (const line of lines) {
    const entry = entryOf(line)
    const message = entry?.msg
    if (typeof message !== 'string' || entry === undefined) continue
    if (message === 'Impersonation authorization check') {
      if (entry.username === requestor) checks.push(checkOf(entry))
    } else if (message.startsWith(NO_RULES)) {
      const [, quoted = '""'] = /^("(?:[^"\\]|\\.)*")/.exec(message.slice(NO_RULES.length)) ?? []
      if (isAbout(quoted)) notAuthorized.push(message)
    }
  }
  return { checks, notAuthorized }
}

type Entry = Readonly<Record<string, unknown>>

function entryOf(line: string): Entry | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line) as Entry
  } catch {
    return undefined
  }
}

function checkOf(entry: Entry): VectorCheck {
  const text = (key: string): string => (typeof entry[key] === 'string' ? entry[key] : '')
  const extra = (entry.extra ?? {}) as Readonly<Record<string, readonly string[]>>
  const requirements = (entry.fieldSelector ?? []) as readonly { Field: string; Operator: string; Value: string }[]
  const fieldSelector = requirements.map(({ Field, Operator, Value }) => `${Field} ${Operator} ${Value}`)
  return {
    phase: 'impersonation',
    user: {
      username: text('username'),
      uid: text('uid'),
      groups: (entry.groups ?? []) as readonly string[],
      extra,
    },
    verb: text('verb'),
    apiGroup: text('group'),
    apiVersion: text('version'),
    resource: text('resource'),
    subresource: text('subresource'),
    namespace: text('namespace'),
    name: text('name'),
    path: entry.isResourceRequest === true ? '' : text('path'),
    ...(fieldSelector.length > 0 && { fieldSelector }),
    ...(text('labelSelector') !== '' && { labelSelector: [text('labelSelector')] }),
    decision: text('decision'),
    reason: text('reason'),
  }
}
