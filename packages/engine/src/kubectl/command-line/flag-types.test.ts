import { describe, expect, it } from 'vitest'
import { readKubectl } from '../kubectl.ts'

const number = (value: string, flag: string, why = 'invalid syntax'): string =>
  `invalid argument "${value}" for "${flag}" flag: strconv.ParseInt: parsing "${value}": ${why}`

/** The words are those of kubectl 1.36.3. */
const REFUSED: readonly (readonly [command: string, words: string])[] = [
  ['logs web --tail=x', number('x', '--tail')],
  ['logs web --tail=', number('', '--tail')],
  ['logs web --tail=08', number('08', '--tail')],
  ['logs web --tail=1__0', number('1__0', '--tail')],
  ['logs web --tail=9223372036854775808', number('9223372036854775808', '--tail', 'value out of range')],
  ['get pods --chunk-size x', number('x', '--chunk-size')],
  ['get pods -v=x', number('x', '-v, --v')],
  ['get pods -v0x1', number('0x1', '-v, --v')],
  ['create deployment x --image=x -r3000000000', number('3000000000', '-r, --replicas', 'value out of range')],
  ['delete pod x --grace-period=x', number('x', '--grace-period')],
  ['logs web --since=5', 'invalid argument "5" for "--since" flag: time: missing unit in duration "5"'],
  ['logs web --since=5y', 'invalid argument "5y" for "--since" flag: time: unknown unit "y" in duration "5y"'],
  ['logs web --since=', 'invalid argument "" for "--since" flag: time: invalid duration ""'],
  ['logs web --since=--5s', 'invalid argument "--5s" for "--since" flag: time: invalid duration "--5s"'],
  ['wait pod x --for=delete --timeout=x', 'invalid argument "x" for "--timeout" flag: time: invalid duration "x"'],
  ['get pods --log-flush-frequency=5', 'invalid argument "5" for "--log-flush-frequency" flag: parse error'],
  [
    'get pods --vmodule=a=1,b',
    'invalid argument "a=1,b" for "--vmodule" flag: syntax error: expect comma-separated list of filename=N',
  ],
  ['get pods --vmodule=a=-1', 'invalid argument "a=-1" for "--vmodule" flag: negative value for vmodule level'],
  [
    `create role x --resource=pods '--verb="a"b'`,
    String.raw`invalid argument "\"a\"b" for "--verb" flag: parse error on line 1, column 3: extraneous or missing " in quoted-field`,
  ],
  [
    `create role x --resource=pods '--verb=é"'`,
    String.raw`invalid argument "é\"" for "--verb" flag: parse error on line 1, column 3: bare " in non-quoted-field`,
  ],
  [
    'create clusterrole x --aggregation-rule=a=b,c',
    'invalid argument "a=b,c" for "--aggregation-rule" flag: malformed pair, expect string=string',
  ],
  ['debug x --image=x --env=a', 'invalid argument "a" for "--env" flag: a must be formatted as key=value'],
  ['logs web --since-time=abc', 'parsing time "abc" as "2006-01-02T15:04:05Z07:00": cannot parse "abc" as "2006"'],
  [
    'get pods --request-timeout=abc',
    'Invalid timeout value. Timeout must be a single integer in seconds, or an integer followed by a corresponding time unit (e.g. 1s | 2m | 3h)',
  ],
  ['get pods --profile=zz', "unknown profile 'zz'"],
  ['exec x --pod-running-timeout=0s -- ls', '--pod-running-timeout must be higher than zero'],
  ['create token x --duration=-5s', '--duration must be greater than or equal to 0'],
  ['rollout history deploy/x --revision=-1', 'revision must be a positive integer: -1'],
  [
    'scale deploy x --replicas=-1',
    'The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0',
  ],
  ['autoscale deploy x --max=0', '--max=MAXPODS is required and must be at least 1, max: 0'],
  ['run x --image=x --restart=always', 'invalid restart policy: always'],
  ['run x --image=x --image-pull-policy=always', 'invalid image pull policy: always'],
  ['debug x --image=x --profile=General', 'unknown profile: General'],
  ['events --types=Normal,x', 'valid --types are Normal or Warning'],
  ['top pod --sort-by=CPU', '--sort-by accepts only cpu or memory'],
  ['api-resources --sort-by=Name', '--sort-by accepts only name or kind'],
  ['version -o zz', "--output must be 'yaml' or 'json'"],
  ['wait pod x --for=zz', 'unrecognized condition: "zz"'],
  [
    'create ingress x --rule=a=b:80',
    'rule a=b:80 is invalid and should be in format host/path=svcname:svcport[,tls[=secret]]',
  ],
  ['create ingress x --default-backend=b', 'default-backend should be in format servicename:serviceport'],
]

const ACCEPTED: readonly string[] = [
  'logs web --tail=+5',
  'logs web --tail=1_000',
  'logs web --since=-5s',
  'logs web --since=1h30m',
  'logs web --since-time=',
  'logs web --since-time=2024-01-01T00:00:00Z',
  'get pods --request-timeout=',
  'get pods --vmodule=,a=1',
  'get pods -v=-1',
  `create role x --resource=pods '--verb="get","list"'`,
  'create token x --duration=0s',
  'events --types=normal',
  'run x --image=x --restart=',
  'run x --image=x --restart=zz --restart=Never',
  'wait pod x --for=Delete',
  'version -o json',
  'create ingress x --rule=/=b:80',
  'rollout undo deploy/x --to-revision=-1',
  'get pods -v=$LEVEL',
]

const errorsOf = (command: string) =>
  readKubectl(`kubectl ${command}`).diagnostics.filter(({ severity }) => severity === 'error')

describe('the value of a flag', () => {
  it.each(REFUSED)('is refused at its place in kubectl’s words: %s', (command, words) => {
    const [error, ...more] = errorsOf(command)
    expect(error?.detail).toBe(words)
    expect(more).toEqual([])
    expect(`kubectl ${command}`.slice(error?.range.start, error?.range.end)).toMatch(/^'?-/)
  })

  it.each(ACCEPTED)('is taken as kubectl takes it: %s', (command) => {
    expect(errorsOf(command)).toEqual([])
  })

  it('that only the shell knows is reported as that alone', () => {
    expect(errorsOf('logs web --tail=$LINES').map(({ code }) => code)).not.toContain('invalid-flag-value')
  })

  it.each([
    ['logs web --tail=0x10', 'tailLines=16'],
    ['logs web --tail=017', 'tailLines=15'],
    ['get pods --chunk-size=0b11', 'limit=3'],
    ['logs web --since=-5s', 'sinceSeconds=-5'],
    ['get pods --request-timeout=-5s', 'timeout=-5s'],
  ])('is sent as kubectl sends it: %s', (command, parameter) => {
    expect(readKubectl(`kubectl ${command}`).request?.target).toContain(parameter)
  })
})
