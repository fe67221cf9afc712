import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOnlyHere, roomAddress } from './room-address.ts'

const PAGE = new URL('http://localhost:4173/play/#course/rbac')
const of = (typed: string) => roomAddress(typed, PAGE)

describe('the address of this page for others', () => {
  it('has the port and the path of the page', () => {
    expect(of('192.168.0.10')).toEqual({ address: 'http://192.168.0.10:4173/play/' })
    expect(of(' laptop.local ')).toEqual({ address: 'http://laptop.local:4173/play/' })
    expect(of('[fd00::1]')).toEqual({ address: 'http://[fd00::1]:4173/play/' })
  })

  it('has others where they were typed', () => {
    expect(of('192.168.0.10:8080')).toEqual({ address: 'http://192.168.0.10:8080/play/' })
    expect(of('http://192.168.0.10:80/')).toEqual({ address: 'http://192.168.0.10/play/' })
    expect(of('https://example.org/docs/')).toEqual({ address: 'https://example.org/docs/' })
    expect(of('192.168.0.10/other/?a#b')).toEqual({ address: 'http://192.168.0.10:4173/other/' })
  })

  it('is not one that only this machine reaches', () => {
    expect(of('127.0.0.1')).toHaveProperty('problem', expect.stringContaining('Only this machine reaches 127.0.0.1.'))
    expect(of('')).toHaveProperty('problem')
    expect(of('ftp://192.168.0.10')).toHaveProperty('problem')
    expect(of('a b')).toHaveProperty('problem', expect.stringContaining('“a b” is not an address.'))
  })

  it('is made of any text without an error', () => {
    fc.assert(fc.property(fc.string(), (typed) => void of(typed)))
  })
})

it('names that only this machine reaches are known', () => {
  const hosts = ['localhost', 'playground.localhost', '127.0.0.1', '127.1.2.3', '[::1]', '0.0.0.0']
  expect(hosts.filter((host) => !isOnlyHere(new URL(`http://${host}:4173/`)))).toEqual([])
  expect(
    ['192.168.0.10', 'example.org', 'localhost.example.org'].filter((host) => isOnlyHere(new URL(`http://${host}/`))),
  ).toEqual([])
})
