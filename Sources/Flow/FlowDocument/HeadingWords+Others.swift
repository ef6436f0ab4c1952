internal import FlowModel

// Headings in languages whose sentences are not read: their use cases become tables as well, with
// sentences as they are written.
extension HeadingWords {
  static let others: [(meaning: HeaderLabel, words: String)] = [
    // Vietnamese and Chinese.
    (
      .main,
      """
      luồng chính, luồng sự kiện chính, luồng cơ bản, luồng sự kiện cơ bản, dòng sự kiện chính,
      luồng sự kiện, kịch bản chính,
      主要流程, 基本流程, 正常流程, 主流程, 基本事件流, 主要成功场景, 主成功场景, 主要成功情境
      """
    ),
    (
      .extensions,
      """
      luồng phụ, luồng thay thế, các luồng thay thế, luồng ngoại lệ, luồng sự kiện phụ,
      luồng rẽ nhánh, ngoại lệ, dòng sự kiện phụ, luồng sự kiện thay thế,
      替代流程, 备选流程, 備選流程, 扩展流程, 擴展流程, 异常流程, 異常流程, 例外流程, 可选流程
      """
    ),
    (
      .list(.preconditions),
      """
      tiền điều kiện, điều kiện tiên quyết, điều kiện trước, 前置条件, 前置條件, 前提条件
      """
    ),
    (
      .list(.postconditions),
      """
      hậu điều kiện, điều kiện sau, 后置条件, 後置條件, 后置条件
      """
    ),
    (.list(.triggeredBy), "sự kiện kích hoạt, kích hoạt, 触发条件, 觸發條件"),
    (.text(.actor), "tác nhân, tác nhân chính, 参与者, 參與者, 主要参与者, 主要參與者, 执行者"),
    (.text(.summary), "mô tả, mô tả ngắn, mô tả tóm tắt, 描述, 简要描述, 簡要描述, 用例描述"),
    (.title, "tên use case, 用例名称, 用例名稱"),
  ]
}
