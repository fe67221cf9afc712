import { readFileSync } from 'node:fs'
import { type Answer, type Authorizer, type Design, userInfo } from '@authz-playground/engine'
import { traceOf } from '@authz-playground/engine/internal/decide'
import { describe, expect, it } from 'vitest'
import { ALL_DESIGNS } from '../all-designs.ts'
import { KUBERNETES_RELEASES } from '../oracle-program.ts'
import { CONNECTIONS, type ConnectionAnswer, type ConnectionFindings, type ConnectionVersion } from './connections.ts'

const FOUND = JSON.parse(readFileSync(CONNECTIONS, 'utf8')) as ConnectionFindings
const VERSIONS = Object.keys(KUBERNETES_RELEASES) as ConnectionVersion[]
const design = ALL_DESIGNS.find(({ id }) => id === 'constrained') as Design

const SAID: Readonly<Record<string, Partial<Answer>>> = {
  'NoOpinion, reason': { reason: 'no rule' },
  'Deny, reason': { reason: 'not now' },
  'NoOpinion, error': { error: 'no answer' },
}

/** What the engine does in the place of a handler. */
function played(version: ConnectionVersion, { subresource, method, gate, create }: ConnectionAnswer) {
  const [decision] = create.split(',') as [Answer['decision']]
  const asks: string[] = []
  const authorizer: Authorizer = {
    authorize({ verb }) {
      asks.push(verb)
      // The first check is that of the filter, which the handlers come after.
      return asks.length === 1 ? { decision: 'Allow', reason: '' } : { decision, reason: '', ...SAID[create] }
    },
  }
  const target = `/api/v1/namespaces/prod/pods/web/${subresource}`
  const settings = {
    version,
    authorizationModes: ['RBAC'],
    ...(gate !== 'default' && { authorizePodWebsocketUpgradeCreatePermission: gate === 'true' }),
  } as const
  const { outcome } = traceOf(
    design,
    { method, target, headers: [], body: '' },
    userInfo({ username: 'ann' }),
    settings,
    authorizer,
  )
  const message = 'message' in outcome ? outcome.message : undefined
  return { asked: asks.slice(1), code: outcome.code, ...(message !== undefined && { message }) }
}

describe.each(VERSIONS)('the handlers of connections of %s', (version) => {
  const { release, answers } = FOUND[version]

  it('answered in the release that stands for the version', () => {
    expect(release).toBe(KUBERNETES_RELEASES[version])
    expect(answers.length).toBe(version === '1.34' ? 30 : 90)
  })

  it('are played: what they ask for, the code and the message', () => {
    for (const answer of answers) {
      const { asked, code, message } = answer
      const wanted = { asked, code, ...(message !== undefined && { message }) }
      expect(played(version, answer), JSON.stringify(answer)).toEqual(wanted)
    }
  })
})
