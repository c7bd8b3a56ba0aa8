/** A secret, and its surroundings if they are needed to recognise it. */
export type SecretSample = {
  readonly title: string;
  readonly before?: string;
  readonly secret: string;
  readonly after?: string;
};

const repeat = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);
/** Random-looking letters, digits and so on, assembled here so that no scanner reports this file as a leak. */
const mixed = (length: number) => repeat("aB3dE5gH7jK9mN2pQ4rS6tU8", length);
const letters = (length: number) => repeat("qWeRtYuIoPaSdFgHjKlZxCvB", length);
const hex = (length: number) => repeat("0a1b2c3d4e5f6978", length);
const digits = (length: number) => repeat("9081726354", length);
const prefix = (...pieces: readonly string[]) => pieces.join("");

const pem = (label: string) => {
  const body = Array.from({ length: 6 }, (_, line) => repeat(`${line}K${mixed(60)}/+`, 64));
  return [`-----BEGIN ${label}-----`, ...body, `${mixed(30)}==`, `-----END ${label}-----`].join("\n");
};
const PRIVATE = prefix("PRIVATE", " KEY");

/** One of each kind; none is real. */
export const SECRET_SAMPLES: readonly SecretSample[] = [
  { title: "private key (RSA)", secret: pem(`RSA ${PRIVATE}`) },
  { title: "private key (PKCS 8)", secret: pem(PRIVATE) },
  { title: "private key (OpenSSH)", secret: pem(`OPENSSH ${PRIVATE}`) },
  { title: "private key (OpenPGP)", secret: pem(`PGP ${PRIVATE} BLOCK`) },
  { title: "private key (age)", secret: prefix("AGE-SECRET", "-KEY-1", mixed(58).toUpperCase()) },
  { title: "Winnow key", secret: prefix("wnw", "_", mixed(43)) },
  { title: "Anthropic", secret: prefix("sk-", "ant-api03-", mixed(93), "AA") },
  { title: "OpenAI", secret: prefix("sk-", "proj-", mixed(48)) },
  { title: "Google API key", secret: prefix("AI", "za", mixed(35)) },
  { title: "Google OAuth client secret", secret: prefix("GOCS", "PX-", mixed(28)) },
  { title: "Google access token", secret: prefix("ya", "29.", mixed(60)) },
  { title: "Hugging Face", secret: prefix("h", "f_", letters(34)) },
  { title: "Groq", secret: prefix("gs", "k_", mixed(52)) },
  { title: "xAI", secret: prefix("xa", "i-", mixed(80)) },
  { title: "Perplexity", secret: prefix("ppl", "x-", mixed(48)) },
  { title: "GitHub", secret: prefix("gh", "p_", mixed(36)) },
  { title: "GitLab", secret: prefix("glp", "at-", mixed(20)) },
  { title: "Slack", secret: prefix("xo", "xb-", digits(11), "-", digits(11), "-", mixed(24)) },
  { title: "Slack webhook", before: "https://hooks.slack.com/services/", secret: `T0000/B0000/${mixed(24)}` },
  { title: "Discord bot", secret: prefix("M", mixed(25), ".", mixed(6), ".", mixed(38)) },
  { title: "Telegram bot", secret: prefix(digits(10), ":", "AA", mixed(33)) },
  { title: "Stripe", secret: prefix("sk", "_live_", mixed(24)) },
  { title: "Twilio API key", secret: prefix("S", "K", hex(32)) },
  { title: "SendGrid", secret: prefix("S", "G.", mixed(22), ".", mixed(43)) },
  { title: "PyPI", secret: prefix("py", "pi-AgEIcHlwaS5vcmc", mixed(60)) },
  { title: "npm", secret: prefix("np", "m_", mixed(36)) },
  { title: "HashiCorp Vault", secret: prefix("hv", "s.", mixed(95)) },
  { title: "DigitalOcean", secret: prefix("do", "p_v1_", hex(64)) },
  { title: "AWS access key id", secret: prefix("AK", "IA", repeat("Q3EXAMPLE7ABCDEF", 16)) },
  { title: "AWS secret, named", before: "aws_secret_access_key = ", secret: mixed(40) },
  {
    title: "AWS secret next to its id",
    before: `${prefix("AK", "IA", repeat("Q3EXAMPLE7ABCDEF", 16))},`,
    secret: mixed(40),
  },
  { title: "AWS secret, alone", secret: mixed(40) },
  { title: "JSON Web Token", secret: prefix("ey", "J", mixed(30), ".ey", "J", mixed(40), ".", mixed(43)) },
  { title: "Authorization: Bearer", before: "Authorization: Bearer ", secret: mixed(30) },
  { title: "Authorization: Basic", before: "Authorization: Basic ", secret: `${mixed(20)}==` },
  { title: "Set-Cookie", before: "Set-Cookie: sessionid=", secret: mixed(32), after: "; Path=/; HttpOnly" },
  { title: "Cookie", before: "Cookie: lang=", secret: `en; session=${mixed(32)}` },
  { title: "password in an address", before: "postgres://admin:", secret: "hunter2x", after: "@db.internal/app" },
  { title: "signed address", before: "https://files.example/a?X-Amz-Signature=", secret: hex(64) },
  { title: "curl -u", before: "curl -s -u admin:", secret: "correcthorse", after: " https://db.internal/" },
  { title: ".netrc", before: "machine db.internal\n  login admin\n  password ", secret: "correcthorse" },
  { title: "mysql -p", before: "mysql -h db -u admin -p", secret: "correcthorse", after: " app" },
  { title: "option --token", before: "tool --token ", secret: mixed(20), after: " list" },
  { title: "NAME=value", before: "DB_PASSWORD=", secret: "hunter2hunter2" },
  { title: "NAME=value, letters only", before: "DB_PASSWORD=", secret: "correcthorsebattery" },
  { title: 'name: "value"', before: 'client_secret: "', secret: mixed(20), after: '"' },
  { title: "name and value", before: '{"name": "DB_PASSWORD", "value": "', secret: "correcthorse", after: '"}' },
  { title: "Authorization without a type", before: "Authorization: ", secret: mixed(30) },
  { title: "const name: type", before: 'const apiSecret: string = "', secret: mixed(20), after: '";' },
  { title: "XML element", before: "<password>", secret: "correcthorse", after: "</password>" },
  { title: "Dockerfile ENV", before: "ENV API_KEY ", secret: mixed(20) },
  {
    title: "Docker's config.json",
    before: '{"auths": {"r.example": {"auth": "',
    secret: `${mixed(22)}==`,
    after: '"}}}',
  },
  { title: "curl -b", before: "curl -b sessionid=", secret: mixed(32), after: " https://a.example/" },
  { title: "sudo -S", before: "echo ", secret: "correcthorse", after: " | sudo -S ls" },
  { title: "openssl -passin", before: "openssl rsa -passin pass:", secret: "correcthorse", after: " -in a.pem" },
  { title: "密码：value", before: "密码：", secret: "hunter2hunter2" },
  { title: "password in a sentence", before: "the password is ", secret: "correcthorsebattery" },
];
