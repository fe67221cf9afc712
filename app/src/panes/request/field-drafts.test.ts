import { expect, test } from 'vitest'
import { changesOf, onlyDraft, withDrafts } from './field-drafts.ts'

test('fields of the resource and of who is impersonated go each to their part of the request', () => {
  expect(changesOf({ verb: 'get', name: 'web', username: 'jane', groups: ['a', 'a'] })).toEqual({
    resource: { verb: 'get', name: 'web' },
    impersonate: { username: 'jane', groups: ['a', 'a'] },
  })
  expect(changesOf({ method: 'GET', path: '/healthz' })).toEqual({ method: 'GET', path: '/healthz' })
  expect(changesOf({ contentType: 'a/b ', body: ' {} ' })).toEqual({ sends: { contentType: 'a/b', body: ' {} ' } })
  expect(changesOf({})).toEqual({})
})

test('blanks around what goes into a header are not sent', () => {
  expect(
    changesOf({ username: ' jane doe\t', uid: ' ', groups: ['a ', ''], extra: [{ key: 'k ', value: ' v' }] })
      .impersonate,
  ).toEqual({ username: 'jane doe', uid: '', groups: ['a', ''], extra: [{ key: 'k ', value: 'v' }] })
  expect(changesOf({ labelSelector: 'a = b ' }).resource).toEqual({ labelSelector: 'a = b ' })
})

test('a typed path removes drafts for a resource, and a typed resource removes drafts for a path', () => {
  expect(withDrafts({ verb: 'get', uid: '7' }, { path: '/healthz' })).toEqual({ uid: '7', path: '/healthz' })
  expect(withDrafts({ path: '/healthz', uid: '7' }, { verb: 'list' })).toEqual({ uid: '7', verb: 'list' })
  expect(withDrafts({ path: '/healthz' }, { uid: '7' })).toEqual({ path: '/healthz', uid: '7' })
})

test('of the drafts only the one being typed is kept', () => {
  expect(onlyDraft({ name: 'web', uid: '7' }, 'uid')).toEqual({ uid: '7' })
  expect(onlyDraft({ name: 'web' }, 'uid')).toEqual({})
  expect(onlyDraft({ name: 'web' }, undefined)).toEqual({})
})
