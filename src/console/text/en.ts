/**
 * All English texts of the console, a section for each page. Another language is another file of the
 * same shape. Values in a text are arguments of a function.
 */
export const text = {
  product: 'Wardbox',

  // Shared by all pages.
  common: {
    cancel: 'Cancel',
    close: 'Close',
    retry: 'Try again',
    loading: 'Loading …',
    copy: 'Copy',
    copied: 'Copied',
    download: 'Download',
    print: 'Print',
    remove: (what: string) => `Remove ${what}`,
    skipToContent: 'Skip to the content',
    chooseFile: 'Choose a file',
    dropFile: 'or drop it here',
    optional: 'optional',
    required: 'required',
    nothing: 'Nothing here yet.',
    unknown: 'not known',
    notAssessed: 'not assessed',
    more: 'More',
    less: 'Less',
    sources: 'Sources',
  },

  errors: {
    notReached: 'The appliance cannot be reached. Check the network; nothing was changed.',
    unexpected: 'Something went wrong in this page.',
    field: (name: string) => `Field: ${name}`,
    requestId: (id: string) => `Request ${id}`,
    retryIn: (seconds: number) => `It can be tried again in ${seconds} s.`,
    notAllowed: 'Your account may not use this page.',
    pageNotFound: 'There is no such page.',
    toStart: 'To the start page',
  },

  frame: {
    navigation: 'Pages',
    menu: 'Menu',
    testBand: 'Test world: nothing here concerns a real patient.',
    live: 'Live',
    test: 'Test',
    world: 'World',
    switchTo: (world: string) => `Switch to ${world}`,
    account: 'Account',
    theme: 'Appearance',
    themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
    signOut: 'Sign out',
    signOutEverywhere: 'Sign out on all devices',
    documentation: 'Interface documentation',
    notice: (what: string) => `About this answer: ${what}`,
  },

  home: {
    title: 'Start',
    greeting: (name: string) => `Good day, ${name}`,
    intro: 'What would you like to do?',
    nothingAllowed: 'Your account has no role yet. An administrator can give it one.',
  },

  signIn: {
    title: 'Sign in',
    ended: 'Your session has ended. Sign in again; what you typed is still here.',
    withProvider: (name: string) => `Sign in with ${name}`,
    or: 'or with an account of this box',
    userName: 'User name',
    password: 'Password',
    showPassword: 'Show the password',
    code: 'Code of your authenticator',
    codeHint: 'Six digits, or one of your recovery codes.',
    submit: 'Sign in',
    noWay: 'No way to sign in is set up. On the box itself: wardbox users add.',
    wrong: 'The user name, the password or the code is not right.',
    pause: (seconds: number) => `Too many attempts. The next one is possible in ${seconds} s.`,
  },

  invitation: {
    title: 'Set up your account',
    intro: 'Choose a password for this box. This link works once.',
    noToken: 'The link is not complete. Open it exactly as it was given to you.',
    forUser: (name: string) => `For the account ${name}.`,
    userName: 'User name',
    userNameHint: 'You sign in with it: letters, digits, point, hyphen and underscore.',
    displayName: 'Your name, as colleagues see it',
    newPassword: 'New password',
    passwordHint: (characters: number) =>
      `At least ${characters} characters. A sentence is easier to remember and harder to guess.`,
    repeat: 'New password again',
    differ: 'The two passwords are not the same.',
    submit: 'Save the password',
    done: (name: string) => `The password is saved. Sign in as ${name} now.`,
    toSignIn: 'To the sign-in',
  },

  roles: {
    clinician: 'Clinician',
    pharmacist: 'Pharmacist',
    radiologist: 'Radiologist',
    integrator: 'Integrator',
    administrator: 'Administrator',
    auditor: 'Auditor',
  },

  account: {
    title: 'Your account',
    roles: 'Roles',
    worlds: 'Worlds',
    signedInUntil: 'Signed in until',
    byProvider: 'This account belongs to the sign-in service of the hospital; change it there.',
    password: 'Password',
    oldPassword: 'Present password',
    changePassword: 'Change the password',
    passwordChanged: 'The password is changed. All other devices were signed out.',
    secondFactor: 'Second factor',
    secondFactorOn: 'Signing in needs a code of your authenticator.',
    secondFactorOff: 'Signing in needs only the password.',
    turnOn: 'Turn it on',
    turnOff: 'Turn it off',
    scan: 'Scan this with an authenticator on your phone, then enter the code that it shows.',
    secret: 'Or type this in',
    confirm: 'Confirm',
    recovery:
      'Keep these recovery codes in a safe place. Each works once; they are not shown again.',
  },

  image: {
    title: 'Image',
    summary: 'Read a film or a slice, and see what was found where.',
  },

  dictate: {
    title: 'Dictate',
    summary: 'Turn speech into checked text.',
  },

  patients: {
    title: 'Patients',
    summary: 'Open a patient: time line, values, medicines, earlier answers.',
  },

  analyze: {
    title: 'Analyze',
    summary: 'From findings to diagnoses, dangers, urgency and next tests.',
  },

  risk: {
    title: 'Risk',
    summary: 'Find a score and see what it needs and what would change it.',
  },

  medications: {
    title: 'Medications',
    summary: 'Check a list of medicines as it is written.',
  },

  administration: {
    title: 'Administration',
    summary: 'State of the box, keys, people, models, jobs.',
  },

  audit: {
    title: 'Audit',
    summary: 'Who did what, and whether the record is whole.',
  },
} as const;
