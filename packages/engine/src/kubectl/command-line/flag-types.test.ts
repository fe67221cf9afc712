import { describe, expect, it } from 'vitest'
import { readKubectl } from '../kubectl.ts'

const number = (value: string, flag: string, why = 'invalid syntax'): string =>
  `invalid argument "${value}" for "${flag}" flag: strconv.ParseInt: parsing "${value}": ${why}`

const UNEXPECTED_PATH =
  "unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'"

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
  ['wait pod x --for=jsonpath={.a', UNEXPECTED_PATH],
  ['wait pod x --for=jsonpath={.a}==b', UNEXPECTED_PATH],
  ['wait pod x --for=jsonpath=', 'jsonpath expression cannot be empty'],
  [
    'wait pod x --for=jsonpath={.a}=',
    "jsonpath wait has to have a value after equal sign, like --for=jsonpath='{.status.readyReplicas}'=3",
  ],
  [
    'wait pod x --for=jsonpath={.a}=b=c',
    "jsonpath wait format must be --for=jsonpath='{.status.readyReplicas}'=3 or --for=jsonpath='{.status.readyReplicas}'",
  ],
  ['logs web --tail=-2', '--tail must be greater than or equal to -1'],
  ['logs web --since=-5s', '--since must be greater than 0'],
  ['logs web --limit-bytes=-1', '--limit-bytes must be greater than 0'],
  ['get pods --log-flush-frequency=-5s', 'panic: non-positive interval for NewTicker'],
  ['get pods --log-flush-frequency=0', 'panic: non-positive interval for NewTicker'],
  ['create service clusterip x --tcp=zz', 'strconv.ParseUint: parsing "zz": invalid syntax'],
  ['create service clusterip x --tcp=80,+1 --tcp=zz', 'strconv.ParseUint: parsing "+1": invalid syntax'],
  ['create service nodeport x --tcp=zz --tcp=80', 'strconv.ParseUint: parsing "zz": invalid syntax'],
  ['create service clusterip x --tcp=65536', 'strconv.ParseUint: parsing "65536": value out of range'],
  ['create service clusterip x --tcp=80:0', 'must be between 1 and 65535, inclusive'],
  [
    'create service clusterip x --tcp=80:A',
    'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-),must contain at least one letter (a-z)',
  ],
  ['create service externalname x --external-name=..', 'invalid service external name ..'],
  ['create quota x --hard=cpu=1,zz', 'Invalid argument syntax zz, expected <resource>=<value>'],
  [
    'create quota x --hard=cpu=zz',
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  ],
  ['create quota x --hard=cpu=1K', "unable to parse quantity's suffix"],
  ['create pdb x --selector=a=b --min-available=zz', 'invalid format specified for min-available'],
  ['create pdb x --selector=a=b --max-unavailable=-1', 'invalid format specified for max-unavailable'],
  ['run x --image=x --port=0x50', 'strconv.Atoi: parsing "0x50": invalid syntax'],
  ['expose pod x --port=80,zz', 'strconv.Atoi: parsing "zz": invalid syntax'],
  ['autoscale deploy x --max=3 --cpu=zz', 'invalid resource cpu value: zz'],
  ['autoscale deploy x --max=3 --memory=-5%', 'invalid percentage value: -5'],
  ['autoscale deploy x --max=3 --min=5', '--max=MAXPODS must be larger or equal to --min=MINPODS, max: 3, min: 5'],
  ['events --types=x --types=Normal', 'valid --types are Normal or Warning'],
  [
    'api-resources -o zz',
    'unable to match a printer suitable for the output format "zz", allowed formats are: json,kyaml,name,wide,yaml',
  ],
  [
    'create role x --verb=get --resource=pods -o wide',
    'unable to match a printer suitable for the output format "wide", allowed formats are: go-template,go-template-file,json,jsonpath,jsonpath-as-json,jsonpath-file,kyaml,name,template,templatefile,yaml',
  ],
  ['delete pod x -o json', "unexpected -o output mode: json. We only support '-o name'"],
  ['create ingress x --default-backend=b', 'default-backend should be in format servicename:serviceport'],
]

const ACCEPTED: readonly string[] = [
  'logs web --tail=+5',
  'logs web --tail=1_000',
  'logs web --since=-0.4s',
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
  'wait pod x --for=jsonpath={.a}',
  `wait pod x '--for=jsonpath={.a[?(@.type=="Ready")].status}=True'`,
  'create service clusterip x --tcp=0,80:http,80:0x1',
  'create service clusterip x --tcp=80 --tcp=',
  'create quota x --hard=zz --hard=cpu=1e3,pods=.5,memory=1Gi,a=-1',
  'create quota x --hard=',
  'create pdb x --selector=a=b --min-available= --max-unavailable=00%',
  'run x --image=x --port=-1',
  'create service externalname x --external-name=1.2.3.4',
  'autoscale deploy x --max=3 --min=3 --cpu=200% --memory=1.5',
  'api-resources -o JSON',
  'create role x --verb=get --resource=pods -o jsonpath={.a}',
  // These send their requests before they refuse the format.
  'get pods -o zz',
  'patch pod x -p {} -o zz',
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
    ['logs web --since=1ms', 'sinceSeconds=0'],
    ['get pods --chunk-size=0b11', 'limit=3'],
    ['get pods --request-timeout=-5s', 'timeout=-5s'],
  ])('is sent as kubectl sends it: %s', (command, parameter) => {
    expect(readKubectl(`kubectl ${command}`).request?.target).toContain(parameter)
  })
})
