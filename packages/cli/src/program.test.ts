import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runArguments, SCENARIO_TEXT } from './testing.ts'
import { colored } from './world.ts'

describe('the program', () => {
  it('prints the help on standard output', async () => {
    const { status, out, err } = await runArguments(['--help'])
    expect({ status, err }).toEqual({ status: 0, err: '' })
    for (const command of ['run', 'check', 'link', 'render']) {
      expect(out).toContain(`\n  ${command.padEnd(6)}  `)
      const help = await runArguments([command, '--help'])
      expect(help).toMatchObject({ status: 0, err: '' })
      expect(help.out).toMatch(new RegExp(`^authz-playground ${command}: .*\n\nUsage:\n`))
      expect(await runArguments(['help', command])).toEqual(help)
      expect(await runArguments([command, '-h'])).toEqual(help)
    }
  })

  it('prints the help without a command, and exits with 2', async () => {
    const { status, out, err } = await runArguments([])
    expect([status, out]).toEqual([2, ''])
    expect(err).toContain('Usage: authz-playground COMMAND')
  })

  it('suggests the command that is most like the typed word', async () => {
    expect((await runArguments(['chekc'])).err).toBe(
      'authz-playground: error: “chekc” is not a command. Did you mean “check”?\n',
    )
    expect((await runArguments(['draw'])).err).toContain('Commands are run, check, explain, ')
    expect((await runArguments(['help', 'lnik'])).err).toContain('Did you mean “link”?')
  })
})

describe('for any arguments, and any files', () => {
  const word = fc.oneof(
    fc.constantFrom(
      'run',
      'check',
      'link',
      'render',
      '--',
      '--to',
      '-',
      'kubectl',
      'get',
      'f',
      'd',
      '-o',
      'json',
      'tap',
      'GET /api',
    ),
    fc.constantFrom(
      '--user',
      '--as',
      '--policy',
      '--request',
      '--base',
      '--body',
      '--assume',
      '--extra',
      '-H',
      '--help',
    ),
    fc.string({ unit: 'binary' }),
  )

  it('ends with a status, and with a word where it is 2', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('run', 'check', 'link', 'render'),
        fc.array(word, { maxLength: 8 }),
        fc.oneof(fc.string({ unit: 'binary' }), fc.uint8Array()),
        async (command, args, f) => {
          const { status, err } = await runArguments([command, ...args], { f, 'd/a.yaml': f, 'd/b.json': '[]' })
          expect([0, 1, 2]).toContain(status)
          if (status === 2) expect(err).toContain('error')
        },
      ),
      { numRuns: 300 },
    )
  })

  it('reports the errors of a truncated document', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(SCENARIO_TEXT.length - 1), fc.nat(40), async (at, length) => {
        const { status, out, err } = await runArguments(['run', 'f'], {
          f: SCENARIO_TEXT.slice(0, at) + SCENARIO_TEXT.slice(at + length),
        })
        expect(status === 0 ? out : err).not.toBe('')
        if (status === 2) expect(out).toBe('')
      }),
      { numRuns: 100 },
    )
  })
})

describe('colours', () => {
  it('are for terminals, or when forced', () => {
    expect(colored({ isTTY: true }, {})).toBe(true)
    expect(colored({}, {})).toBe(false)
    expect(colored({ isTTY: true }, { NO_COLOR: '1' })).toBe(false)
    expect(colored({ isTTY: true }, { NO_COLOR: '' })).toBe(true)
    expect(colored({ isTTY: true }, { TERM: 'dumb' })).toBe(false)
    expect(colored({}, { FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(true)
    expect(colored({ isTTY: true }, { FORCE_COLOR: '0' })).toBe(false)
  })
})
