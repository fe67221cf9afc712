import type { Trace, UserInfo } from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import { designText, glances, responseText } from './answer-texts.ts'

describe('the response', () => {
  it('is status line, content type and body', () => {
    expect(responseText({ code: 403, contentType: 'application/json', body: '{\n  "code": 403\n}' })).toBe(
      'HTTP/1.1 403 Forbidden\nContent-Type: application/json\n\n{\n  "code": 403\n}',
    )
  })

  it('is only a status line where the body is somebody else’s to write', () => {
    expect(responseText({ code: 200, contentType: '', body: '' })).toBe('HTTP/1.1 200 OK')
  })
})

describe('a glance', () => {
  const effects = {
    response: { code: 200, contentType: '', body: '' },
    audit: 'kind: Event\n',
    metrics: 'a{} +1\nb{} +2',
  }
  const user: UserInfo = { username: 'jane', uid: '', groups: [], extra: new Map() }
  const trace = (part: Partial<Trace>) => part as Trace

  it('says the constraint of the audit event', () => {
    const impersonated = trace({ impersonatedUser: user, constraint: 'impersonate:user-info' })
    expect(glances(effects, impersonated)).toEqual({
      response: ['200 OK'],
      audit: [{ code: 'impersonate:user-info' }],
      metrics: ['2 counters'],
    })
  })

  it('tells legacy, which leaves no constraint, from no impersonation', () => {
    expect(glances(effects, trace({ impersonatedUser: user })).audit).toEqual([
      'no ',
      { code: 'impersonationConstraint' },
    ])
    expect(glances(effects, trace({})).audit).toEqual(['no ', { code: 'impersonatedUser' }])
  })

  it('says where there is nothing', () => {
    const nothing = { response: { code: 500, contentType: 'text/plain', body: 'x' }, metrics: '' }
    expect(glances(nothing, undefined)).toEqual({
      response: ['500 Internal Server Error'],
      audit: ['none'],
      metrics: ['none'],
    })
    expect(glances({ ...effects, metrics: 'a{} +1' }, undefined).metrics).toEqual(['1 counter'])
  })
})

it('copies a design with its sources and readings', () => {
  expect(
    designText({
      id: 'legacy',
      title: 'Legacy',
      summary: 'One verb.',
      sources: [{ document: 'Docs', section: 'User impersonation', url: 'https://kubernetes.io/' }],
      statement: {
        checks: 'One by one.',
        identity: 'impersonate.',
        headers: 'All.',
        fallback: 'None.',
        error: 'The first.',
        groups: 'None.',
        audit: 'No constraint.',
      },
      assumptions: [
        {
          id: 'a',
          text: 'It is silent.',
          options: [
            { id: 'x', reading: 'All is asked.' },
            { id: 'y', reading: 'Nothing is asked.' },
          ],
        },
      ],
      assumed: { a: 'y' },
      graph: { nodes: [], edges: [] },
    }),
  ).toBe(
    'Legacy\n\nOne verb.\n\nOrder of checks: One by one.\n\nIdentity: impersonate.\n\nHeaders: All.\n\nLegacy: None.\n\nError: The first.\n\nGroups: None.\n\nAudit event: No constraint.\n\nDocs, User impersonation: https://kubernetes.io/\n\nThe text: It is silent.\nThe playground: Nothing is asked.',
  )
})
