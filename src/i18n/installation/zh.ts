import type { Translation } from '../messages.ts';
import type { messages as en } from './en.ts';

export const messages = {
  asking: '正在查询跨链桥…',
  responded: '跨链桥于 {time} 作出响应',
  offersNothing: '跨链桥目前没有提供任何路线',
  notResponding: '跨链桥没有响应',
  offline: '您处于离线状态',
  help: '获取帮助',
  docs: '文档',
  terms: '条款',
  privacy: '隐私',
  statusPage: '状态页面',
  version: '版本 {version}',
  message: '运营方消息',
  closeMessage: '关闭此消息',
  maintenanceAll: '跨链桥正在维护',
  maintenanceRoute: '此路线正在维护',
  maintenanceText: '您现在无法发起此转账。您仍可跟踪转账并查询凭证。',
  maintenanceUntil: '计划结束时间：{time}',
  framedBy: '此跨链桥嵌入在 {site} 中。仅在您信任该网站时确认。',
  blockedTitle: '跨链桥无法在此网站内运行',
  blockedBy: '跨链桥的运营方未允许 {site} 嵌入。请在新标签页中打开跨链桥。',
  blockedByUnknown: '跨链桥的运营方未允许此网站嵌入。请在新标签页中打开跨链桥。',
  openBridge: '打开跨链桥',
  insecureTitle: '此页面没有安全连接',
  insecureText:
    '应用需要 HTTPS：只有这样，浏览器才能防止两个标签页重复发送。您的转账不受影响。请打开以 https:// 开头的地址。',
  openSecure: '打开 https 地址',
  tooOldTitle: '此浏览器版本过旧',
  tooOldText: '应用需要更新版本的浏览器。您的转账不受影响。请更新此浏览器，或在其他浏览器中打开本页面。',
} as const satisfies Translation<typeof en>;
