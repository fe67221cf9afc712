import { describe, expect, it } from 'vitest'
import { readLog } from './log-lines.ts'

const CHECK = {
  ts: 1,
  caller: 'impersonation/mode.go:284',
  msg: 'Impersonation authorization check',
  v: 5,
  username: 'jane',
  uid: 'u',
  groups: ['devs', 'system:authenticated'],
  extra: { 'Example.com/A': ['v', 'ü'] },
  isResourceRequest: true,
  namespace: '',
  verb: 'impersonate-on:user-info:list',
  group: '',
  version: 'v1',
  resource: 'pods',
  subresource: '',
  name: '',
  fieldSelector: [{ Operator: '=', Field: 'spec.nodeName', Value: 'n1' }],
  labelSelector: 'app in (a,b), x=y',
  path: '/api/v1/pods',
  decision: 'NoOpinion',
  reason: '',
  err: null,
}
const NO_RULES = 'RBAC: no rules authorize user "a\\"b" with groups ["x"] to "get" resource "pods" cluster-wide'
const lines = (...entries: readonly object[]): readonly string[] => entries.map((entry) => JSON.stringify(entry))
const everybody = (): boolean => true

describe('the log of a server', () => {
  it('contain every check of the filter, with all its attributes', () => {
    const { checks } = readLog(lines(CHECK), 'jane', everybody)
    expect(checks).toEqual([
      expect.objectContaining({
        phase: 'impersonation',
        user: { username: 'jane', uid: 'u', groups: CHECK.groups, extra: CHECK.extra },
        verb: 'impersonate-on:user-info:list',
        apiVersion: 'v1',
        resource: 'pods',
        // A check does not use the path of a resource request.
        path: '',
        fieldSelector: ['spec.nodeName = n1'],
        labelSelector: ['app in (a,b), x=y'],
        decision: 'NoOpinion',
      }),
    ])
  })

  it('contain the path of a non-resource check', () => {
    const [check] = readLog(lines({ ...CHECK, isResourceRequest: false, path: '/healthz' }), 'jane', everybody).checks
    expect(check?.path).toBe('/healthz')
  })

  it('keeps the order, and leaves out what is about others', () => {
    const other = { ...CHECK, username: 'bob' }
    const { checks } = readLog(lines(CHECK, other, { ...CHECK, verb: 'impersonate' }), 'jane', everybody)
    expect(checks.map(({ verb }) => verb)).toEqual(['impersonate-on:user-info:list', 'impersonate'])
  })

  it('contain the denials of RBAC, for users whose names it quotes', () => {
    const log = lines({ msg: NO_RULES }, { msg: NO_RULES.replace('a\\"b', 'c') })
    expect(readLog(log, 'x', (quoted) => quoted === '"a\\"b"').notAuthorized).toEqual([NO_RULES])
  })

  it('has lines of other kinds, and of no kind', () => {
    const log = ['I1122 plain text', '{"msg":', '{}', ...lines({ msg: 'Forbidden', username: 'jane' })]
    expect(readLog(log, 'jane', everybody)).toEqual({ checks: [], notAuthorized: [] })
  })
})
