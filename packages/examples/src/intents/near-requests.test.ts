import { attributesOf, readRequest, userInfo } from '@authz-playground/engine'
import { targetOf } from '@authz-playground/engine/internal/http'
import { combinedResource } from '@authz-playground/engine/internal/kube'
import { describe, expect, it } from 'vitest'
import { askedHTTP, resourceName } from './asked.ts'
import { INTENTS } from './index.ts'
import { NEAR_REQUESTS, nearRequests } from './near-requests.ts'

describe.each(INTENTS.map((intent) => [intent.id, intent] as const))('the near requests of %s', (_, intent) => {
  const wanted = intent.wanted[0].asked
  const near = nearRequests(wanted)
  const all = [...intent.wanted, ...near]

  it('are a hundred, the same each time', () => {
    expect(near).toHaveLength(NEAR_REQUESTS)
    expect(nearRequests(wanted)).toEqual(near)
  })

  it('are all different, in what they send and in what they are called', () => {
    const sent = [wanted, ...near.map(({ asked }) => asked)].map((one) =>
      [askedHTTP(one), one.requestor].map((part) => JSON.stringify(part)).join(),
    )
    expect(new Set(sent).size).toBe(NEAR_REQUESTS + 1)
    expect(new Set(near.map(({ what }) => what)).size).toBe(NEAR_REQUESTS)
  })

  it('differ in one part or in two, those with one first', () => {
    const parts = near.map(({ what }) => what.split('; ').length)
    expect(Math.max(...parts)).toBe(2)
    expect(parts).toEqual([...parts].sort())
  })

  it('change every part: verb, resource, namespace, target, groups, UID, extras, who sends them', () => {
    const words = near.map(({ what }) => what).join('\n')
    for (const part of [
      /verb `\w+` instead of/,
      /`secrets` instead of/,
      /namespace `/,
      /\bas `\w+.* instead of/,
      /group/,
      /with uid/,
      /with extra/,
      /sent/,
      /as itself/,
    ]) {
      expect(words).toMatch(part)
    }
  })

  it.each(all.map(({ what, asked }) => [what, asked] as const))('are what they say: %s', (_, asked) => {
    const { request, diagnostics } = readRequest({ form: 'http', text: askedHTTP(asked) })
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    if (request === undefined) throw new Error('no request')
    const read = attributesOf(request, userInfo(asked.requestor))
    if (!read.ok) throw new Error(read.message)
    if (asked.path !== undefined) {
      expect(read.attributes).toMatchObject({ isResourceRequest: false, path: asked.path })
    } else {
      const named = /metadata\.name=(\w+)/.exec(asked.fieldSelector ?? '')?.[1] ?? asked.name
      expect([
        read.attributes.verb,
        combinedResource(read.attributes),
        read.attributes.namespace,
        read.attributes.name,
      ]).toEqual([
        asked.verb,
        resourceName(asked.resource),
        asked.namespace,
        asked.verb === 'deletecollection' ? asked.name : named,
      ])
    }
    const target = targetOf(request.headers)
    expect(target.kind === 'target' ? target.wantedUser.username : undefined).toBe(asked.as?.username)
    if (target.kind !== 'target') return
    const { groups, uid, extra } = target.wantedUser
    expect([groups, uid, [...extra]]).toEqual([
      asked.as?.groups,
      asked.as?.uid ?? '',
      (asked.as?.extra ?? []).map(([key, value]) => [key, [value]]),
    ])
  })
})
