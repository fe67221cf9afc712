import { describe, expect, it } from 'vitest'
import { nearest } from './nearest.ts'

describe('the word that was probably meant', () => {
  it.each([
    ['pdo', 'pod'],
    ['rol', 'role'],
    ['gets', 'get'],
    ['lst', 'list'],
    ['usr', 'user'],
    ['Secert', 'secret'],
    ['deplyomnets', 'deployments'],
    ['resourcNames', 'resourceNames'],
  ])('for %s is %s', (typed, meant) => {
    expect(nearest(typed, ['pod', 'role', 'get', 'list', 'user', 'secret', 'deployments', 'resourceNames'])).toBe(meant)
  })

  it('is undefined for a word that is not a misspelling of any', () => {
    expect(nearest('ns', ['no', 'node'])).toBeUndefined()
    expect(nearest('watch', ['get', 'list'])).toBeUndefined()
    expect(nearest('x'.repeat(65), ['x'.repeat(64)])).toBeUndefined()
  })

  it('is the nearest of several, and of equally near ones the first', () => {
    expect(nearest('roles', ['role', 'rules', 'roles'])).toBe('roles')
    expect(nearest('roler', ['roles', 'role'])).toBe('roles')
  })
})
