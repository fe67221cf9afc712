import { expect, it } from 'vitest'
import type { Design } from '../designs/index.ts'
import { boundary, groupSuffix, proposal } from '../designs/index.ts'
import { allowingVerbs, runDesign, wireRequest } from '../designs/testing.ts'
import type { HTTPRequest } from '../http/index.ts'
import { userInfo } from '../kube/index.ts'
import { plainText, sentences } from '../words/index.ts'

const REQUESTOR = userInfo({ username: 'ctl' })

function said(design: Design, request: HTTPRequest, ...verbs: readonly string[]): string {
  const trace = {
    design: design.id,
    requestor: REQUESTOR,
    featureEnabled: true,
    ...runDesign(design, request, allowingVerbs(...verbs)),
  }
  return plainText(sentences(trace, request).answer)
}

it('a refusal without a check is reported in the words of its message', () => {
  const account = wireRequest({ 'Impersonate-User': 'system:serviceaccount:dev:sa', 'Impersonate-Group': 'devs' })
  expect(said(proposal, account)).toMatch(/: impersonate:serviceaccount covers nothing but Impersonate-User\.$/)
  const path = wireRequest({ 'Impersonate-User': 'jane' }, '/healthz')
  expect(said(groupSuffix, path, 'impersonate:user-info')).toMatch(
    /: a path has no API group that could get a suffix\.$/,
  )
})

it('a check for somebody else names whom nothing is granted', () => {
  const within = wireRequest({ 'Impersonate-User': 'jane', 'Impersonate-Boundary': 'view' })
  expect(said(boundary, within, 'impersonate-within')).toBe(
    '403: ctl may not list pods in namespace prod as jane: no rule grants system:boundary:view list on pods in namespace prod.',
  )
})
