// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The vault that holds the float of one chain: owner and guardian
/// @notice The owner schedules the actions that can cost money: `setCap`, `withdraw`, `addPayer`, `setGuardian` and
/// `setOwner`. An event announces the action, and the vault executes it only after the delay. Until then the guardian can cancel
/// it. The guardian cannot cancel its own replacement, which takes twice the delay. An action that both have signed takes
/// effect at once. Lowering a cap, removing a payer and pausing take effect at once, too.
interface ICausewayVaultOwner {
    /// @notice The first cap of a token. See `ICausewayVault.Cap`.
    struct TokenCap {
        address token;
        uint112 perPayment;
        uint112 perWindow;
    }

    /// @notice The owner announced an action. `action` is the calldata of `setCap`, `withdraw`, `addPayer`, `setGuardian` or
    /// `setOwner`. The vault executes it from `readyAt` until `expiresAt`, unless it is cancelled. Emitted again when the guardian
    /// approves it: it is then ready at once.
    event ActionScheduled(bytes32 indexed actionHash, bytes action, uint256 readyAt, uint256 expiresAt);

    /// @notice The guardian approved an action. If the owner has scheduled it, or does so before `until`, it is ready at once.
    event ActionApproved(bytes32 indexed actionHash, bytes action, uint256 until);
    event ActionCancelled(bytes32 indexed actionHash);

    /// @notice The guardian cancelled every scheduled and approved action, except its own replacement.
    event AllActionsCancelled();
    event ActionExecuted(bytes32 indexed actionHash);

    event CapSet(address indexed token, uint256 perPayment, uint256 perWindow);
    event Withdrawn(address indexed token, address indexed to, uint256 amount);
    event PayerAdded(address indexed payer);
    event PayerRemoved(address indexed payer);
    event GuardianSet(address indexed guardian);
    event OwnerSet(address indexed owner);
    event Paused(address indexed by);
    event Unpaused(address indexed by);

    /// @notice A delay or window shorter than a minute or longer than 30 days.
    error BadPeriod(uint256 period);

    /// @notice The zero address, the vault, an account that already has a role, or as a payer one that the owner removed.
    /// Each role needs its own account. In `removePayer`: an account that is not a payer.
    error BadAccount(address account);

    /// @notice The calldata isn't an action, or its length differs from the action's arguments.
    error UnknownAction(bytes action);

    /// @notice The action waits for its execution. Cancel it before you schedule it again.
    error AlreadyScheduled(bytes32 actionHash, uint256 readyAt);

    /// @notice Under the current owner and guardian, the action was not scheduled, or it was cancelled or executed.
    error NotScheduled(bytes32 actionHash);

    /// @notice The delay has not passed, or the action has expired.
    error NotReady(uint256 readyAt, uint256 expiresAt);

    /// @notice `lowerCap` cannot raise a cap. Schedule `setCap`.
    error RaisesCap(address token);

    /// @notice Announces an action. Only the owner can call it. It is ready after the delay, `setGuardian` after twice the delay, and
    /// at once if the guardian has approved it. A change of the owner or the guardian voids every scheduled and approved action.
    /// @param action The calldata of `setCap`, `withdraw`, `addPayer`, `setGuardian` or `setOwner`.
    function schedule(bytes calldata action) external;

    /// @notice Makes an action ready at once, if the owner has scheduled it or does so within seven days. Only the guardian can call
    /// it. A pause does not stop an approved action, and the owner cannot cancel it. So the two can replace a stolen owner's key,
    /// although the thief can call everything the owner can.
    function approve(bytes calldata action) external;

    /// @notice Cancels a scheduled or approved action at once. The guardian can cancel every action except `setGuardian`. The
    /// owner can cancel every action that the guardian has not approved.
    function cancel(bytes calldata action) external;

    /// @notice Cancels every scheduled and approved action at once, except `setGuardian`. Only the guardian can call it. A thief of
    /// the owner's key can schedule more actions than the guardian can cancel one by one.
    function cancelAll() external;

    /// @notice Executes a scheduled action within seven days after it is ready. Only the owner can call it, except
    /// that only the new owner can execute `setOwner`. So a wrong address cannot become the owner. During a pause, only `setGuardian` and approved
    /// actions can be executed.
    function execute(bytes calldata action) external;

    /// @notice Scheduled: sets the token's cap.
    function setCap(address token, uint112 perPayment, uint112 perWindow) external;

    /// @notice Scheduled: moves `amount` of the token out of the vault. The largest uint256 means the whole balance.
    function withdraw(address token, address to, uint256 amount) external;

    /// @notice Scheduled: lets the account pay. Refuses an account that `removePayer` has removed.
    function addPayer(address payer) external;

    /// @notice Scheduled, for twice the delay: replaces the guardian.
    function setGuardian(address guardian) external;

    /// @notice Scheduled: replaces the owner.
    function setOwner(address owner) external;

    /// @notice Lowers the token's cap at once. Only the owner can call it.
    function lowerCap(address token, uint112 perPayment, uint112 perWindow) external;

    /// @notice Removes a payer at once and permanently: what it has signed can never be paid later. Only the owner can
    /// call it.
    function removePayer(address payer) external;

    /// @notice Stops at once all payments, and all actions except `setGuardian` and approved ones. Only the guardian and the owner can
    /// call it.
    function pause() external;

    /// @notice Ends a pause. Only the owner can call it.
    function unpause() external;

    /// @notice The time from which a scheduled action can be executed, or zero for an action that is not scheduled.
    function readyAt(bytes calldata action) external view returns (uint256);

    /// @notice The time until which the guardian's approval of an action counts, or zero for an action that it has not approved.
    function approvedUntil(bytes calldata action) external view returns (uint256);

    /// @notice The seconds between the announcement and the execution of an action.
    function delay() external view returns (uint256);

    function owner() external view returns (address);

    function guardian() external view returns (address);
}
