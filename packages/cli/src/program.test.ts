import { describe, expect, it } from 'vitest'
import { runProgram } from './testing.ts'
import { colored } from './world.ts'

describe('the program', () => {
  it('helps whoever asks, on standard output', async () => {
    const { status, out, err } = await runProgram(['--help'])
    expect({ status, err }).toEqual({ status: 0, err: '' })
    for (const command of ['run', 'check', 'link']) {
      expect(out).toContain(`\n  ${command.padEnd(5)}  `)
      const help = await runProgram([command, '--help'])
      expect(help).toMatchObject({ status: 0, err: '' })
      expect(help.out).toMatch(new RegExp(`^authz-playground ${command}: .*\n\nUsage:\n`))
      expect(await runProgram(['help', command])).toEqual(help)
      expect(await runProgram([command, '-h'])).toEqual(help)
    }
  })

  it('helps whoever types nothing, and ends with 2', async () => {
    const { status, out, err } = await runProgram([])
    expect([status, out]).toEqual([2, ''])
    expect(err).toContain('Usage: authz-playground COMMAND')
  })

  it('suggests the command that is most like what was typed', async () => {
    expect((await runProgram(['chekc'])).err).toBe(
      'authz-playground: error: “chekc” is no command. Did you mean “check”?\n',
    )
    expect((await runProgram(['render'])).err).toContain('Commands are run, check, link.')
    expect((await runProgram(['help', 'lnik'])).err).toContain('Did you mean “link”?')
  })
})

describe('colours', () => {
  it('are for terminals, and for whoever forces them', () => {
    expect(colored({ isTTY: true }, {})).toBe(true)
    expect(colored({}, {})).toBe(false)
    expect(colored({ isTTY: true }, { NO_COLOR: '1' })).toBe(false)
    expect(colored({ isTTY: true }, { NO_COLOR: '' })).toBe(true)
    expect(colored({ isTTY: true }, { TERM: 'dumb' })).toBe(false)
    expect(colored({}, { FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(true)
    expect(colored({ isTTY: true }, { FORCE_COLOR: '0' })).toBe(false)
  })
})
