import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Address, addressHash, readAddress } from './address.ts'
import { ADDRESSED, type AddressedDialog, type ChoiceName } from './screen.ts'

/** Any state of the page that an address can hold. */
const anyAddress: fc.Arbitrary<Address> = fc
  .record({
    scenario: fc.constantFrom('', 'example/a%20b', 'z1/AbC-_9'),
    step: fc.option(fc.nat(9998), { nil: undefined }),
    audience: fc.option(fc.constantFrom('learn', 'debug'), { nil: undefined }),
    dialog: fc.option(fc.constantFrom(...(Object.keys(ADDRESSED) as AddressedDialog[])), { nil: undefined }),
    value: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  })
  .map(({ scenario, step, audience, dialog, value }) => {
    const names: readonly ChoiceName[] = dialog === undefined ? [] : ADDRESSED[dialog]
    return {
      scenario,
      ...(step !== undefined && { step }),
      ...(audience !== undefined && { audience }),
      ...(dialog !== undefined && { dialog }),
      ...(names.length > 0 && { choices: Object.fromEntries(names.map((name) => [name, value])) }),
    }
  })

describe('the address of the page', () => {
  it('brings back what was on the screen', () => {
    fc.assert(
      fc.property(anyAddress, (address) => {
        expect(readAddress(addressHash(address))).toEqual({ address, problems: [] })
      }),
    )
  })

  it('can be read and written by people', () => {
    const pair = { dialog: 'compare/side-by-side', choices: { of: 'constrained,proposal' } } as const
    expect(addressHash({ scenario: 'example/docs-user-list', step: 2, ...pair })).toBe(
      '#example/docs-user-list&step=3&compare/side-by-side/constrained,proposal',
    )
    expect(addressHash({ scenario: '', kept: true, audience: 'debug' })).toBe('#kept&door=debug')
    expect(readAddress('#compare/arguments/union').address).toEqual({
      scenario: '',
      dialog: 'compare/arguments',
      choices: { of: 'union' },
    })
  })

  it('opens links that were made before it had more than a scenario', () => {
    for (const scenario of ['example/docs-user-list', 'example/kep-node%20agent', 'z1/cv7uCcNegDmC', 'z9/abc']) {
      expect(readAddress(`#${scenario}`)).toEqual({ address: { scenario }, problems: [] })
    }
  })

  it.each([
    ['#example/a&step=0', 'a number from 1: “0”'],
    ['#example/a&step=1e9', 'a number from 1: “1e9”'],
    ['#example/a&shelf=2', 'a part “shelf=2”'],
    ['#example/a&compare/nothing', 'a part “compare/nothing”'],
    ['#example/a&compare/designs/of', 'a part “compare/designs/of”'],
    ['#example/a&document=KEP', 'a part “document=KEP”'],
    ['#gallery&search=%zz', 'a part “search=%zz”'],
    [`#gallery&search=${'a'.repeat(201)}`, 'a part “search=aaa'],
  ])('says which part of %s it does not understand, and reads the others', (hash, words) => {
    const { problems } = readAddress(hash)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(words)
  })

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (hash) => {
        const { address, problems } = readAddress(hash)
        expect(problems.every((problem) => problem.startsWith('This link'))).toBe(true)
        expect(readAddress(addressHash(address)).address).toEqual(address)
      }),
    )
  })
})
