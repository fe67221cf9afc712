import { languages } from './monaco.ts'

/** Grammars for the languages that Monaco does not define: a raw HTTP request, and one kubectl or curl command. */
export function registerGrammars(): void {
  languages.register({ id: 'http' })
  languages.setMonarchTokensProvider('http', {
    defaultToken: '',
    tokenizer: {
      root: [
        [/^[A-Za-z]+(?= )/, 'keyword', '@path'],
        [/^[^\s:]+(?=:)/, 'key', '@value'],
        [/^\s*$/, '', '@body'],
      ],
      path: [
        [/ HTTP\/[\d.]+$/, { token: 'meta', next: '@pop' }],
        [/$/, '', '@pop'],
        [/[^ ]+| /, ''],
      ],
      value: [
        [/:/, 'delimiter'],
        [/.*$/, '', '@pop'],
      ],
      body: [[/.*$/, '']],
    },
  })

  languages.register({ id: 'shell' })
  languages.setLanguageConfiguration('shell', {
    comments: { lineComment: '#' },
    autoClosingPairs: [
      { open: "'", close: "'" },
      { open: '"', close: '"' },
    ],
  })
  languages.setMonarchTokensProvider('shell', {
    defaultToken: '',
    tokenizer: {
      root: [
        [/^\s*(kubectl|curl)\b/, 'keyword'],
        [/#.*$/, 'comment'],
        [/--?[A-Za-z][\w-]*=?/, 'key', '@word'],
        [/\s+/, ''],
        [/(?=.)/, '', '@word'],
      ],
      word: [
        [/\\$/, 'delimiter', '@pop'],
        [/$|(?=\s)/, '', '@pop'],
        [/'/, '', '@single'],
        [/"/, '', '@double'],
        [/\\./, ''],
        [/[^\s'"\\]+/, ''],
      ],
      single: [
        [/[^']+/, ''],
        [/'/, '', '@pop'],
      ],
      double: [
        [/\\./, ''],
        [/[^"\\]+/, ''],
        [/"/, '', '@pop'],
      ],
    },
  })
}
