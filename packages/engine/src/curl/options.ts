import { reportExpansions, type Word } from '../shell/index.ts'
import type { Span } from '../text/index.ts'
import { nearest, type Problem, quoted } from '../text/index.ts'

/*
 * The options of curl 7.88 and 8.x, from curl's own help; a letter after the comma is the short form. Options
 * about transport, authentication, output and other protocols are known so that they and their values can be skipped.
 */
const SWITCHES =
  'anyauth append,a basic ca-native cert-status compressed compressed-ssh create-dirs crlf digest disable,q disable-eprt ' +
  'disable-epsv disallow-username-in-url doh-cert-status doh-insecure fail,f fail-early fail-with-body false-start ' +
  'form-escape ftp-create-dirs ftp-pasv ftp-pret ftp-skip-pasv-ip ftp-ssl-ccc ftp-ssl-control get,G globoff,g ' +
  'haproxy-protocol head,I help,h http0.9 http1.0,0 http1.1 http2 http2-prior-knowledge http3 http3-only ' +
  'ignore-content-length include,i insecure,k ipv4,4 ipv6,6 junk-session-cookies,j list-only,l location,L ' +
  'location-trusted mail-rcpt-allowfails manual,M metalink mptcp negotiate netrc,n netrc-optional next,: alpn buffer,N ' +
  'clobber keepalive npn progress-meter sessionid ntlm ntlm-wb out-null parallel,Z parallel-immediate path-as-is post301 post302 ' +
  'post303 progress-bar,# proxy-anyauth proxy-basic proxy-ca-native proxy-digest proxy-http2 proxy-insecure ' +
  'proxy-negotiate proxy-ntlm proxy-ssl-allow-beast proxy-ssl-auto-client-cert proxy-tlsv1 proxytunnel,p raw ' +
  'remote-header-name,J remote-name,O remote-name-all remote-time,R remove-on-error retry-all-errors retry-connrefused ' +
  'sasl-ir show-error,S show-headers silent,s skip-existing socks5-basic socks5-gssapi socks5-gssapi-nec ssl ' +
  'ssl-allow-beast ssl-auto-client-cert ssl-no-revoke ssl-reqd ssl-revoke-best-effort sslv2,2 sslv3,3 styled-output ' +
  'suppress-connect-headers tcp-fastopen tcp-nodelay tftp-no-options tls-earlydata tlsv1,1 tlsv1.0 tlsv1.1 tlsv1.2 ' +
  'tlsv1.3 tr-encoding trace-ids trace-time use-ascii,B verbose,v version,V xattr'
const VALUES =
  'abstract-unix-socket alt-svc aws-sigv4 cacert capath cert,E cert-type ciphers config,K connect-timeout connect-to ' +
  'continue-at,C cookie,b cookie-jar,c create-file-mode crlfile curves data,d data-ascii data-binary data-raw ' +
  'data-urlencode delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-header,D ech egd-file ' +
  'engine etag-compare etag-save expect100-timeout form,F form-string ftp-account ftp-alternative-to-user ftp-method ' +
  'ftp-port,P ftp-ssl-ccc-mode happy-eyeballs-timeout-ms haproxy-clientip header,H hostpubmd5 hostpubsha256 hsts ' +
  'interface ip-tos ipfs-gateway json keepalive-cnt keepalive-time key key-type krb libcurl limit-rate local-port ' +
  'login-options mail-auth mail-from mail-rcpt max-filesize max-redirs max-time,m netrc-file noproxy oauth2-bearer ' +
  'output,o output-dir parallel-max pass pinnedpubkey preproxy proto proto-default proto-redir proxy,x proxy-cacert ' +
  'proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type ' +
  'proxy-pass proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword ' +
  'proxy-tlsuser proxy-user,U proxy1.0 pubkey quote,Q random-file range,r rate referer,e request,X request-target ' +
  'resolve retry retry-delay retry-max-time sasl-authzid service-name sigalgs socks4 socks4a socks5 ' +
  'socks5-gssapi-service socks5-hostname speed-limit,Y speed-time,y stderr telnet-option,t tftp-blksize time-cond,z ' +
  'tls-max tls13-ciphers tlsauthtype tlspassword tlsuser trace trace-ascii trace-config unix-socket upload-file,T url ' +
  'url-query user,u user-agent,A vlan-priority write-out,w'

interface Option {
  readonly name: string
  readonly letter: string
  readonly takesValue: boolean
}

const OPTIONS: readonly Option[] = [
  ...SWITCHES.split(' ').map((text) => optionOf(text, false)),
  ...VALUES.split(' ').map((text) => optionOf(text, true)),
]

const NAMES = OPTIONS.map(({ name }) => name)
/** Beyond this number of problems none is shown, so none needs a suggestion. */
const MOST_SUGGESTIONS = 500

function optionOf(text: string, takesValue: boolean): Option {
  const [name = '', letter = ''] = text.split(',')
  return { name, letter, takesValue }
}

/** Options whose value affects the request, so that it has to be known. */
const WITH_EFFECT = new Set([
  'config',
  'data',
  'data-ascii',
  'data-binary',
  'data-raw',
  'data-urlencode',
  'form',
  'form-string',
  'header',
  'json',
  'request',
  'request-target',
  'upload-file',
  'url',
  'url-query',
])

/** One option as it was used. */
export interface CurlOption {
  readonly name: string
  /** `true` or `false` for switches. */
  readonly value: string
  /** The option, and its value if that is a separate word. */
  readonly span: Span
  /** The shell expansions in the value. */
  readonly expansions: Word['expansions']
}

/** The words after `curl`: options in their order, URLs among them as `url`. */
export function readCurlOptions(words: readonly Word[], problems: Problem[]): readonly CurlOption[] {
  const options: CurlOption[] = []
  for (let position = 0; position < words.length; position++) {
    const word = words[position] as Word
    const { value, span, expansions } = word
    if (value === '--') continue
    if (!value.startsWith('-') || value === '-') {
      options.push({ name: 'url', value, span, expansions })
      continue
    }
    const found = value.startsWith('--') ? longOption(word, problems) : shortOptions(word, problems)
    for (const one of found.used) options.push(one)
    const { waiting } = found
    if (waiting === undefined) continue
    const next = words[++position]
    if (next === undefined) {
      const message = `${value} needs a value after it.`
      const detail = `curl: option ${value}: requires parameter`
      problems.push({ severity: 'error', code: 'flag-without-value', message, fix: `${value} VALUE`, detail, span })
    } else options.push(withValue(waiting, next.value, { start: span.start, end: next.span.end }, next, problems))
  }
  return options
}

interface Found {
  readonly used: readonly CurlOption[]
  /** An option whose value is the next word. */
  readonly waiting?: string
}

function longOption(word: Word, problems: Problem[]): Found {
  const name = word.value.slice(2)
  const exact = OPTIONS.find((one) => one.name === name)
  const off =
    exact === undefined && name.startsWith('no-') ? OPTIONS.find((one) => one.name === name.slice(3)) : undefined
  if (exact?.takesValue) return { used: [], waiting: name }
  if (exact !== undefined) return { used: [switched(name, 'true', word)] }
  if (off !== undefined && !off.takesValue) return { used: [switched(off.name, 'false', word)] }
  const equals = name.indexOf('=')
  const known = equals === -1 ? undefined : OPTIONS.find((one) => one.name === name.slice(0, equals))
  const near = problems.length > MOST_SUGGESTIONS ? undefined : nearest(name, NAMES)
  problems.push({
    severity: 'error',
    code: 'unknown-flag',
    message: `curl has no option ${quoted(word.value)}.`,
    fix:
      known !== undefined
        ? `--${known.name} ${name.slice(equals + 1)}`
        : near === undefined
          ? 'Leave it out.'
          : `--${near}`,
    detail: `curl: option ${word.value}: is unknown`,
    span: word.span,
  })
  return { used: [] }
}

function shortOptions(word: Word, problems: Problem[]): Found {
  const used: CurlOption[] = []
  for (let at = 1; at < word.value.length; at++) {
    const letter = word.value.charAt(at)
    const option = OPTIONS.find((one) => one.letter === letter)
    if (option === undefined) {
      const message = `curl has no option -${letter}.`
      const detail = `curl: option ${word.value}: is unknown`
      problems.push({ severity: 'error', code: 'unknown-flag', message, fix: 'Leave it out.', detail, span: word.span })
      return { used }
    }
    const rest = word.value.slice(at + 1)
    if (option.takesValue && rest === '') return { used, waiting: option.name }
    if (option.takesValue) return { used: [...used, withValue(option.name, rest, word.span, word, problems)] }
    used.push(switched(option.name, 'true', word))
  }
  return { used }
}

function switched(name: string, value: string, { span }: Word): CurlOption {
  return { name, value, span, expansions: [] }
}

function withValue(name: string, value: string, span: Span, word: Word, problems: Problem[]): CurlOption {
  const shift = word.value.length - value.length
  const expansions = word.expansions.map((one) => ({ ...one, at: one.at - shift }))
  const isAddress = name === 'url'
  const isCredential = name === 'header' && /^authorization:/i.test(value)
  if (WITH_EFFECT.has(name) && !isAddress && !isCredential) reportExpansions(word, problems)
  return { name, value, span, expansions }
}
