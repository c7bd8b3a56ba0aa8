/** Words of tools and plans that every session has, and folders that every project has. */
export const TOOL_WORDS = `
in_progress old_string new_string old_str new_str file_path tool_use tool_result node_modules site_packages translateX translateY
tool_name tool_input session_id hook_event_name transcript_path UserPromptSubmit SessionStart SessionEnd PreToolUse PostToolUse SubagentStop
input_tokens output_tokens cache_read cache_write cache_creation cache_read_input_tokens cache_creation_input_tokens
tool_use_id tool_uses total_tokens duration_ms html_url reviewDecision mergeStateStatus head_branch head_sha run_attempt run_url baseRefName headRefName headRefOid headSha headBranch databaseId in_reply_to_id original_line createdAt updatedAt closedAt mergedAt isDraft statusCheckRollup
`;

/**
 * Options of common tools, attributes of web pages, and names common to all kinds of projects (their manuals, November
 * 2026).
 */
export const USUAL_NAMES = `
moduleResolution esModuleInterop skipLibCheck noEmit outDir rootDir baseUrl strictNullChecks allowJs isolatedModules resolveJsonModule
strokeWidth strokeLinecap strokeLinejoin viewBox fillRule clipRule className onClick onChange onSubmit onClose tabIndex htmlFor
BASE_DIR BIN_PATH HOME_DIR ROOT_DIR SCRIPT_DIR NODE_ENV API_KEY BASE_URL DATABASE_URL
TempDir TempFile ImageDraw ImageFont AutoSize NoNewline ErrorAction ForegroundColor currentColor serviceConfig
filePath fileName filename_pattern dirName displayName sessionId SessionID userId userName isActive IsActive isVisible isLoading isOpen isEnabled
errorMessage statusCode contentType mimeType maxLength minLength startTime endTime onError onSuccess apiKey authorName authorEmail AuthorEmail
AuthorName commitHash publicKey privateKey public_key private_key lineHeight fontSize fontWeight fontFamily borderRadius snake_case camelCase SilentlyContinue USE_TZ CompletionOptions skip_serializing_if DistinctId ReplicatedMergeTree SilenceErrors SilenceUsage RunE ExecStart
O_EXCL O_CREATE O_RDWR O_TRUNC O_WRONLY MergeTree ReplacingMergeTree AggregatingMergeTree SummingMergeTree CollapsingMergeTree
DetectDotGit SetReference RemoveReference SetEncodedObject commit_hash CLAUDE_PROJECT_DIR sessionID projectRoot
DJANGO_SETTINGS_MODULE ALLOWED_HOSTS INSTALLED_APPS SECRET_KEY reviewThreads pullRequest comment_id pull_number issue_number
created_at updated_at deleted_at created_by updated_by POSTGRES_DB POSTGRES_USER POSTGRES_PASSWORD MYSQL_DATABASE env_file compatibility_date
webServer testFile test_file NoLogo NoExit serialized_data ConstrainedLanguage absPath relPath font_size src_dir fsType StartTime DateTime64 FixedString LowCardinality AutoField BigAutoField TextField IntegerField ForeignKey OneToOneField
ManyToManyField DateTimeField BooleanField EmailField clear_url_caches
tempDir tmpDir tempFile tmpFile temp_dir tmp_dir temp_file tmp_file api_key access_token accessToken refresh_token refreshToken client_id clientId
client_secret clientSecret ValidationError settings_dict schema_editor
EscapeDataString UnescapeDataString WriteLine ReadAllText WriteAllText GetEnvironmentVariable SetEnvironmentVariable GetTempPath NoProfile
NonInteractive ExecutionPolicy PSReadLine PSScriptRoot PSCommandPath PSVersionTable PSObject PSCustomObject InvokePrompt AcceptLine IsNullOrEmpty
RemainAfterExit ExecStartPre ExecStartPost ExecReload ExecStop WorkingDirectory EnvironmentFile RestartSec StandardOutput StandardError
PrivateTmp ProtectSystem ProtectHome NoNewPrivileges OnCalendar OnBootSec WantedBy
InjectRepository InjectModel ApiProperty ApiOperation ApiResponse ApiTags UseGuards CreateDateColumn UpdateDateColumn PrimaryGeneratedColumn
OneToMany ManyToOne ManyToMany OneToOne JoinColumn BadRequestException UnauthorizedException NotFoundException ForbiddenException ConflictException
InternalServerErrorException ConfigService ConfigModule TypeOrmModule IsOptional IsString IsNumber IsBoolean IsEmail IsNotEmpty
TERM_PROGRAM VIRTUAL_ENV VIRTUAL_ENV_DISABLE_PROMPT writeBoundary entryAfter entryBefore mkIf mkDefault mkForce mkOption mkEnableOption mkDerivation mkShell optionalAttrs optionalString buildInputs nativeBuildInputs
files_with_matches output_mode RunAtLoad KeepAlive StartCalendarInterval OutputEncoding SimpleMatch PSConsoleReadLine ErrorActionPreference
`;

/** The standard-library names of Rust, C, Java and PHP that agents write most (their manuals, November 2026). */
export const OTHER_NAMES = `
HOMEBREW_PREFIX HOMEBREW_CELLAR HOMEBREW_REPOSITORY uuid_generate_v4 get_object_or_404 beforeAll afterAll beforeEach afterEach toContain toEqual toHaveLength
get_queryset LC_ALL LC_CTYPE LANG ConPTY fileSystems AstroidManager on_new_window
and_then as_bytes as_deref as_mut as_ref as_str checked_add copy_from_slice filter_map flat_map from_str get_mut into_iter
is_empty is_err is_none is_ok is_some is_some_and iter_mut map_err ok_or ok_or_else or_default or_else or_insert or_insert_with
partial_cmp push_str read_to_string saturating_sub split_at split_whitespace starts_with ends_with strip_prefix strip_suffix
to_owned to_string to_vec trim_end trim_start try_from try_into unwrap_or unwrap_or_default unwrap_or_else with_capacity
to_lowercase to_uppercase BTreeMap BTreeSet HashMap HashSet OsStr OsString PathBuf PhantomData RefCell RwLock VecDeque
cfg_attr
int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t size_t ssize_t ptrdiff_t va_list
ArrayDeque ArrayList BigDecimal CompletableFuture ConcurrentHashMap ExecutorService FunctionalInterface IOException
IllegalArgumentException IllegalStateException InputStream LinkedHashMap LinkedList LocalDate LocalDateTime NullPointerException
OutputStream PriorityQueue RuntimeException StringBuilder TimeUnit UnsupportedOperationException hashCode isEmpty isPresent
containsKey computeIfAbsent getOrDefault keySet entrySet orElse orElseThrow parseInt valueOf
array_filter array_key_exists array_keys array_map array_merge array_slice array_values call_user_func class_exists
file_exists file_get_contents file_put_contents function_exists in_array is_array is_dir is_file is_int is_numeric
is_object is_string json_decode json_encode method_exists preg_match preg_replace preg_split print_r require_once include_once
PHP_EOL ReflectionClass getProperty array_push array_unique is_callable is_null mb_strlen preg_match_all preg_quote preg_replace_callback
spl_autoload_register str_contains str_pad str_repeat str_replace str_starts_with var_dump error_log ini_set error_reporting
`;

/**
 * Prefixes of dotted standard-library names: `os.path`, `Math.max`, `std::fs`. Includes common aliases such as `np`.
 */
export const LIBRARY_ROOTS = `
Array ArrayBuffer BigInt Boolean Buffer Date Error Infinity Intl JSON Map Math Number Object Promise Proxy React Reflect RegExp
Set String Symbol WeakMap assert chalk console document globalThis localStorage navigator performance process sessionStorage window
System Directory java javax std core alloc
argparse asyncio collections contextlib copy csv dataclasses datetime functools hashlib importlib inspect itertools json logging math fs
os pathlib pickle pytest random re shutil socket sqlite3 subprocess sys tempfile threading traceback typing unittest urllib uuid
matplotlib np pd plt require requests scipy tensorflow torch machineid
libc serde tokio anyhow Image ImageDraw ImageFont PIL cobra lipgloss huh zap viper vi jest expect chai axios lodash express location
cmd httpbin git github plumbing posthog launchd Microsoft $env django flask sqlalchemy pydantic
`;

/**
 * Generic words for values. A name that consists only of these, such as `options.timeout`, is not specific to a
 * project.
 */
export const GENERIC_WORDS = `
action actions args body client cookies headers code config content context count data entry error event events field file files first id index info input item items key
keys label last length list log login message messages meta model name node options output page params path payload props query record ref req
request res response result results row rows schema server session settings source state status table target task test text timeout title
token type url usage user value values version window
`;

/**
 * Packages of Go's standard library (pkg.go.dev/std, November 2026). They count only before a capital, because
 * `context` may be any variable.
 */
export const GO_PACKAGES = `
atomic base64 bufio bytes context cmp csv embed errors exec filepath flag fmt fs hash heap hex html http httptest io ioutil json list
log maps math net os path rand reflect regexp runtime sha1 sha256 signal slices slog sort sql strconv strings sync syscall tar
template testing time tls unicode url user utf8 xml zip
`;

/**
 * Members of standard types in any language, which are not specific to a project: `lines.slice`, `err.Error`,
 * `names.append`.
 */
export const STANDARD_MEMBERS = `
add all any append apply astype at bind call capitalize catch ceil charAt clear close columns concat copy count decode delete disabled encode
entries every exec exit extend exports fill filter finally find first fit fit_transform flat floor flush focus forEach format get group groups has href
id includes index indexOf innerHTML insert io items join keys last len length log lower lstrip map match max message min name next
on once parse path pop prototype push put raise read readline readlines reduce remove replace reverse rfind round rstrip search send
set shape shift size slice some sort splice split startswith endswith status stderr stdin stdout str string strip style substring
sum tail test text then title to_string toString trim trimEnd trimStart type unshift update upper value values write
Add Bytes Cancel Close Context Done Err Error Format Len Lock Now RLock RUnlock Read Reset Run Scan Split Start Stop String Sub Text
Unlock Wait Write WriteString Worktree Signature Tree Contents Status Head Parent CommitObject Hash Name Dir File dirname basename resolve newContext newPage CharField CASCADE SetReference RemoveReference SetEncodedObject scatter plot get_visible cursor schema_editor spines left right end start cwd json exe dll waitUntil passThroughOnException gpgsign CombinedOutput Output get_response OutOrStdout ErrOrStderr TreeEntry Reference References ResolveRevision Storer Log Value Commit stateVersion debug info warn warning configure configured save
`;

/** First words of a sentence that follows another without a space: `it.Now let us`, `checks.The`. */
export const SENTENCE_STARTS = `
A After All Also An And As At Before But By Can Could Did Do Does Each Finally First For From Good Great Hence Here How However I If
In Instead It Its Just Last Let Looking Maybe My Next No Not Note Now OK Of On Once One Only Or Otherwise Our Perfect Please Since
So Still Such Sure That The Their Then There These They This Those Thus To Two Use Using Wait We What When Where Which While Who Why
With Yes Yet You Your
`;
