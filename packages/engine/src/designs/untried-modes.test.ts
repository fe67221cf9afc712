import { describe, expect, it } from 'vitest'
import type { PlainUser } from '../kube/index.ts'
import { plainText } from '../words/index.ts'
import type { Design } from './design.ts'
import { loadDesigns } from './registry.ts'
import { allowingVerbs, runDesign, wireRequest } from './testing.ts'

const DESIGNS = new Map((await loadDesigns()).map((design) => [design.id, design]))

const CTL: PlainUser = { username: 'ctl' }
const AGENT: PlainUser = {
  username: 'system:serviceaccount:kube-system:agent',
  extra: { 'authentication.kubernetes.io/node-name': ['n1'] },
}

type Headers = Parameters<typeof wireRequest>[0]

function untried(
  headers: Headers,
  { requestor = CTL, design = 'constrained', enabled = true } = {},
): readonly string[] {
  const { untried = [] } = runDesign(
    DESIGNS.get(design) as Design,
    wireRequest(headers),
    allowingVerbs(),
    requestor,
    enabled,
  )
  return untried.map(({ mode, because }) => `${mode}: ${plainText(because)}`)
}

const ACCOUNT = { 'Impersonate-User': 'system:serviceaccount:prod:deployer' }
const NODE = { 'Impersonate-User': 'system:node:n1' }

describe('a mode that is not tried', () => {
  it('is for names of another kind', () => {
    expect(untried({ 'Impersonate-User': 'jane' })).toEqual([
      'associated-node: jane is not a node',
      'arbitrary-node: jane is not a node',
      'serviceaccount: jane is not a service account',
    ])
    expect(untried(ACCOUNT)).toContain('user-info: system:serviceaccount:prod:deployer is a service account')
  })

  it('takes the name alone', () => {
    const group = 'Impersonate-Group is set, and only Impersonate-User may be set'
    expect(untried({ ...ACCOUNT, 'Impersonate-Group': 'devs' })).toContain(`serviceaccount: ${group}`)
    expect(untried({ ...NODE, 'Impersonate-Group': '' }, { requestor: AGENT })).toEqual([
      `associated-node: ${group}`,
      `arbitrary-node: ${group}`,
      'serviceaccount: system:node:n1 is not a service account',
      'user-info: system:node:n1 is a node',
    ])
    const more = { 'Impersonate-Group': 'devs', 'Impersonate-Uid': 'u1', 'Impersonate-Extra-Acme.io%2Fa': 'v' }
    expect(untried({ ...ACCOUNT, ...more })).toContain(
      'serviceaccount: Impersonate-Group, Impersonate-Uid and Impersonate-Extra-acme.io/a are set, and only Impersonate-User may be set',
    )
  })

  it('does not know a malformed name', () => {
    for (const username of ['system:serviceaccount:prod', 'system:serviceaccount:prod/deployer'])
      expect(untried({ 'Impersonate-User': username })).toContain(
        `serviceaccount: ${username} is not a well-formed name of a service account`,
      )
    expect(untried({ 'Impersonate-User': 'system:node:N_1' })).toEqual([
      'associated-node: system:node:N_1 is not a well-formed name of a node',
      'arbitrary-node: system:node:N_1 is not a well-formed name of a node',
      'serviceaccount: system:node:N_1 is not a service account',
    ])
  })

  it('is for the node that the requestor runs on', () => {
    expect(untried(NODE)[0]).toBe('associated-node: the requestor is not a service account')
    expect(untried({ 'Impersonate-User': 'system:node:n2' }, { requestor: AGENT })[0]).toBe(
      'associated-node: the requestor’s token is bound to another node, n1',
    )
    expect(untried({ ...NODE, 'Impersonate-Uid': 'u1' })[0]).toBe(
      'associated-node: Impersonate-Uid is set, and only Impersonate-User may be set, and the requestor is not a service account',
    )
  })

  it('needs the feature gate', () => {
    expect(untried(ACCOUNT, { enabled: false })).toContain('serviceaccount: ConstrainedImpersonation is not on')
  })

  it('names the check of the username that it would make, where the name is of its kind', () => {
    const { untried: some = [] } = runDesign(
      DESIGNS.get('constrained') as Design,
      wireRequest({ ...NODE, 'Impersonate-Group': 'devs' }),
      allowingVerbs(),
      AGENT,
    )
    expect(some.map(({ asks }) => asks && `${asks.verb} ${asks.resource} ${asks.name}`)).toEqual([
      'impersonate:associated-node nodes *',
      'impersonate:arbitrary-node nodes n1',
      undefined,
      undefined,
    ])
  })

  it('is also one of the designs that have modes like the released ones', () => {
    const headers = { ...ACCOUNT, 'Impersonate-Group': 'devs' }
    const takesName = 'Impersonate-Group is set, and only Impersonate-User may be set'
    expect(untried(headers, { design: 'proposal' })).toContain(`serviceaccount: ${takesName}`)
    expect(untried(headers, { design: 'named-verbs' })).toContain(`serviceaccount:prod/deployer: ${takesName}`)
    expect(untried(headers, { design: 'compiled' })).toContain(`serviceaccount: ${takesName}`)
    expect(
      untried({ 'Impersonate-User': 'jane', 'Impersonate-Group': 'system:masters' }, { design: 'compiled' }),
    ).toContain('user-info: impersonating the system:masters group is not allowed')
    for (const design of ['legacy', 'user-info-only']) expect(untried(headers, { design })).toEqual([])
  })
})

describe('the requestor of an extra', () => {
  it('may be anybody in KEP-5284 as proposed', () => {
    const extra = { 'authentication.kubernetes.io/node-name': ['n1'] }
    const jane: PlainUser = { username: 'jane', extra }
    expect(untried(NODE, { design: 'proposal', requestor: jane }).map((one) => one.split(':')[0])).toEqual([
      'serviceaccount',
      'user-info',
    ])
  })
})
