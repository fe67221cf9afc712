import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hiddenCharacter } from '../text/index.ts'
import { splitCommand } from './shell.ts'
import { quoteWord } from './shell-quoting.ts'
import { expansionProblem } from './shell-word.ts'

function words(text: string): readonly string[] {
  return splitCommand(text).words.map(({ value }) => value)
}

/** The code of each problem, and the text of its range. */
function problems(text: string): readonly string[] {
  return splitCommand(text).problems.map(({ code, span }) => `${code}: ${text.slice(span.start, span.end)}`)
}

describe('the words of a command', () => {
  it('are split at blanks outside quotes', () => {
    expect(words(`kubectl get  pods\t-l 'app in (a, b)' "x y" z\\ z`)).toEqual([
      'kubectl',
      'get',
      'pods',
      '-l',
      'app in (a, b)',
      'x y',
      'z z',
    ])
  })

  it('join adjacent parts, quoted or not', () => {
    expect(words(`--as='o'\\''neil'"!"`)).toEqual(["--as=o'neil!"])
    expect(words(`a '' ""`)).toEqual(['a', '', ''])
  })

  it('keep backslashes in double quotes, but for the characters that mean something there', () => {
    expect(words('"a\\b \\$x \\" \\\\ \\`"')).toEqual(['a\\b $x " \\ `'])
  })

  it("know bash's $'…' with the escapes of C", () => {
    expect(words(`$'a\\n\\x41\\101\\u00e9\\U0001F600\\'\\e' $"x"`)).toEqual(["a\nAAé😀'\u001b", 'x'])
    expect(words(`$'\\xc3\\xa9' $'\\xff'`)).toEqual(['é', '\udcff'])
  })

  it('go on over line continuations of POSIX, Windows and PowerShell', () => {
    expect(words('kubectl get \\\n  pods ^\r\n  -n `\n  prod')).toEqual(['kubectl', 'get', 'pods', '-n', 'prod'])
    expect(words('kubectl get po\\\nds')).toEqual(['kubectl', 'get', 'pods'])
    expect(words('kubectl get pods \\')).toEqual(['kubectl', 'get', 'pods'])
  })

  it('end at a comment and keep # inside a word', () => {
    expect(words('# first\nkubectl get a#b # last')).toEqual(['kubectl', 'get', 'a#b'])
  })

  it('have their place in the text, including quotes', () => {
    const text = `k "a b" 'c'`
    expect(splitCommand(text).words.map(({ span }) => text.slice(span.start, span.end))).toEqual(['k', '"a b"', "'c'"])
  })

  it('begin after the prompt of a terminal', () => {
    for (const prompt of ['$ ', 'root@node1:~# ', 'me@host:/tmp$ ', '% ', 'PS C:\\Users\\me> ']) {
      expect(words(`${prompt}kubectl get pods`)).toEqual(['kubectl', 'get', 'pods'])
    }
    expect(words('# kubectl get pods')).toEqual([])
  })
})

it.each(['web-\ud800', '"\udc00"', `'\ud800'`])('half a character in %j cannot be sent', (word) => {
  expect(problems(`kubectl get pods ${word} -A`)).toEqual([`lone-surrogate: ${/\p{Surrogate}/u.exec(word)}`])
})

describe('an expansion of the shell', () => {
  it('stays as typed, with its place in the word and in the text', () => {
    const text = `--as=system:node:$NODE "a \${B} c" $(d e) \`f\` {g,h} {i} $((1+2)) $ $'x'`
    const found = splitCommand(text).words.flatMap(({ value, expansions }) =>
      expansions.map(({ kind, text: typed, at, span }) => {
        expect(value.slice(at, at + typed.length)).toBe(typed)
        expect(text.slice(span.start, span.end)).toBe(typed)
        return `${kind} ${typed}`
      }),
    )
    expect(found).toEqual([
      'variable $NODE',
      `variable \${B}`,
      'command $(d e)',
      'command `f`',
      'braces {g,h}',
      'command $((1+2))',
    ])
  })

  it('is a problem with what to write in its place', () => {
    const [word] = splitCommand('$MY_NODE_NAME').words
    expect(word?.expansions.map(expansionProblem)).toMatchObject([
      { severity: 'error', code: 'shell-variable', fix: 'Write the value in its place.', span: { start: 0, end: 13 } },
    ])
  })

  it('is a home directory at the beginning of a word alone, and without quotes', () => {
    const text = `~ ~/x ~jane/x '~' "~/x" \\~ ~"x" a~ --as=~`
    const found = splitCommand(text).words.flatMap(({ expansions }) => expansions)
    expect(found.map(({ text: typed }) => typed)).toEqual(['~', '~', '~jane'])
    expect(found.map(expansionProblem)[0]).toMatchObject({ severity: 'error', code: 'shell-home', fix: `'~'` })
  })

  it('is nothing in single quotes', () => {
    expect(splitCommand(`'$A $(b) {c,d}'`).words[0]?.expansions).toEqual([])
  })
})

describe('parts that do not belong to a single simple command', () => {
  it('is reported at its place, and the rest is read', () => {
    expect(problems('kubectl get pods | grep web')).toEqual(['shell-pipe: | grep web'])
    expect(problems('kubectl get pods && kubectl get svc')).toEqual(['several-commands: kubectl get svc'])
    expect(problems('kubectl get pods\nNAME READY\n')).toEqual(['several-commands: NAME READY'])
    expect(problems('kubectl get pods > out.txt 2>&1 -A')).toEqual([
      'shell-redirection: > out.txt',
      'shell-redirection: 2>&1',
    ])
    expect(words('kubectl get pods > out.txt -A')).toEqual(['kubectl', 'get', 'pods', '-A'])
    expect(problems('kubectl proxy &')).toEqual(['shell-background: &'])
    expect(problems('kubectl get pods;')).toEqual([])
    expect(problems('kubectl get pods\n\n# that was it\n')).toEqual([])
  })

  it('includes quotes that do not end', () => {
    expect(problems(`kubectl get 'pods -n prod`)).toEqual([`unfinished-quote: 'pods -n prod`])
    expect(words(`kubectl get 'pods -n prod`)).toEqual(['kubectl', 'get', 'pods -n prod'])
    expect(problems('a "b')).toEqual(['unfinished-quote: "b'])
    expect(problems("a $'b")).toEqual(["unfinished-quote: $'b"])
  })

  it('includes the & of a URL without quotes, which is read as if it had them', () => {
    expect(problems('curl https://h/api/v1/pods?limit=5&watch=1 -k')).toEqual(['unquoted-ampersand: &'])
    expect(words('curl https://h/api/v1/pods?limit=5&watch=1 -k')[1]).toBe('https://h/api/v1/pods?limit=5&watch=1')
  })

  it('includes what word processors make of quotes and hyphens', () => {
    expect(problems('kubectl get pods –as=“jane doe”')).toEqual(['typographic-quote: “', 'typographic-dash: –'])
    expect(words('kubectl get pods –as=“jane doe”')[3]).toBe('--as=jane doe')
    expect(problems('a\u00a0b')).toEqual(['no-break-space: \u00a0'])
  })

  it('includes a blank after the backslash at the end of a line', () => {
    expect(problems('kubectl get \\ \n pods')).toEqual(['blank-after-backslash: \\ '])
    expect(words('kubectl get \\ \n pods')).toEqual(['kubectl', 'get', 'pods'])
  })
})

describe('a here-document', () => {
  it('is what the command reads', () => {
    const { words: read, stdin } = splitCommand(`kubectl create -f - <<'EOF' -n prod\nkind: $X\nEOF\n`)
    expect(read.map(({ value }) => value)).toEqual(['kubectl', 'create', '-f', '-', '-n', 'prod'])
    expect(stdin).toMatchObject({ value: 'kind: $X\n', expansions: [] })
  })

  it('has the expansions of the shell if its end word is not quoted', () => {
    const { stdin } = splitCommand('cat <<-EOF\n\ta: \\$X\n\tb: $Y\n\tEOF')
    expect(stdin).toMatchObject({ value: 'a: $X\nb: $Y\n', expansions: [{ kind: 'variable', text: '$Y' }] })
  })

  it('may be a here-string', () => {
    expect(splitCommand(`kubectl create -f - <<< '{}'`).stdin?.value).toBe('{}\n')
  })

  it('without its end goes to the end of the text, with a problem', () => {
    expect(problems('cat <<EOF\na')).toEqual(['unfinished-here-document: EOF'])
    expect(splitCommand('cat <<EOF\na').stdin?.value).toBe('a\n')
    expect(problems('cat <<EOF')).toEqual(['unfinished-here-document: EOF'])
  })
})

describe('a command longer than Linux starts', () => {
  it('is read up to there', () => {
    expect(problems(`a b ${'x'.repeat(131_072)} c`)[0]).toMatch(/^command-too-long/)
    expect(words(`a b ${'x'.repeat(131_072)} c`)).toEqual(['a', 'b'])
    expect(problems(`a ${'b '.repeat(300_000)}`)[0]).toMatch(/^command-too-long/)
  })
})

describe('quoting', () => {
  it('leaves plain words alone', () => {
    expect(['web', 'a/b:c@d,e=f', '', "it's", '$x', 'a\0b'].map(quoteWord)).toEqual([
      'web',
      'a/b:c@d,e=f',
      "''",
      `'it'\\''s'`,
      "'$x'",
      "$'a\\x00b'",
    ])
  })

  it('is undone by reading', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.oneof(
            fc.string({ unit: 'binary', maxLength: 1 }),
            fc.constantFrom("'", '~', '\\', '\udcff', '\u202e', '\u200b', '\u00a0', '\u{e0041}'),
          ),
        }),
        (text) => {
          expect(hiddenCharacter(quoteWord(text))).toBeUndefined()
          expect(splitCommand(`x ${quoteWord(text)}`)).toMatchObject({
            words: [{ value: 'x' }, { value: text, expansions: [] }],
            problems: [],
          })
        },
      ),
    )
  })
})

it('reports blanks that a shell reads as another command, with their range', () => {
  const { problems } = splitCommand('a\n\u00a0')
  expect(problems).toMatchObject([{ code: 'several-commands', span: { start: 2, end: 3 } }])
})

it('accepts any text, and reports ranges inside it', () => {
  const piece = fc.constantFrom(
    ...`a '"\\\`$(){}[]<>|&;#\n\r\t=-~*?!,.`,
    '<<E\n',
    '\u201c',
    '\u00a0',
    '\0',
    '\ud800',
    '$(',
    '${',
    '&&',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('')
      const { words: read, problems: found } = splitCommand(text)
      for (const { span } of [...read, ...found]) {
        expect(span.start).toBeGreaterThanOrEqual(0)
        expect(span.end).toBeGreaterThanOrEqual(span.start)
        expect(span.end).toBeLessThanOrEqual(text.length)
      }
    }),
  )
})
